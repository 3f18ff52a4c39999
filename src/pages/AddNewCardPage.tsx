export function AddNewCardPage() {
  return <main />;
}
