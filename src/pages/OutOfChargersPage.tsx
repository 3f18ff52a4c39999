export function OutOfChargersPage() {
  return <main />;
}
