export function PaymentErrorPage() {
  return <main />;
}
