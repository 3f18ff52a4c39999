export function OrderReceiptPage() {
  return <main />;
}
