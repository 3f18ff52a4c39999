export function CodePage() {
  return <main />;
}
