/**
 * An arrow with the direction on a map whose top is north. A text beside the arrow contains the direction.
 */
export function Compass({ bearing }: { bearing: number }) {
  return (
    <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">
      <path
        d="M12 3l6 17-6-4-6 4z"
        fill="currentColor"
        transform={`rotate(${Math.round(bearing)} 12 12)`}
      />
    </svg>
  );
}
