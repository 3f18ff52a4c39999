export function ScanPage() {
  return <main />;
}
