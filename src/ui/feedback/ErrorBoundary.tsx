import { Component } from 'react';
import type { ReactNode } from 'react';

export interface ErrorBoundaryProps {
  /** Replaces the children after a crash. Omit it if the page works without the children. */
  fallback?: ReactNode;
  /**
   * If this value changes after a crash, the children are rendered again. An example is the address
   * of the page.
   */
  attempt?: unknown;
  children: ReactNode;
}

interface State {
  failed: boolean;
  attempt: unknown;
}

/**
 * Limits a crash to its children, so that the rest of the page still works. React logs the error.
 */
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
