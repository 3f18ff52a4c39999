export function PaySuccessPage() {
  return <main />;
}
