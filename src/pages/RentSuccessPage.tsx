export function RentSuccessPage() {
  return <main />;
}
