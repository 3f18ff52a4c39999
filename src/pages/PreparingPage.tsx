export function PreparingPage() {
  return <main />;
}
