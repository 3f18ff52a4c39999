export function TechnicalErrorPage() {
  return <main />;
}
