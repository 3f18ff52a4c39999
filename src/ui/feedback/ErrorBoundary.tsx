import { Component } from 'react';
import type { ReactNode } from 'react';

export interface ErrorBoundaryProps {
  /** Shown instead of the children after a crash. Omit it if the page works without them. */
  fallback?: ReactNode;
  /** When this value changes, for example the address, the children are rendered again. */
  attempt?: unknown;
  children: ReactNode;
}

interface State {
  failed: boolean;
  attempt: unknown;
}

/** Limits a crash to its children, so that the rest of the page keeps working. React logs the error. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, attempt: this.props.attempt };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ attempt }: ErrorBoundaryProps, state: State): State | null {
    return attempt === state.attempt ? null : { failed: false, attempt };
  }

  override render() {
    return this.state.failed ? (this.props.fallback ?? null) : this.props.children;
  }
}
