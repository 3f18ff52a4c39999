import { Component } from 'react';
import type { ReactNode } from 'react';

export interface ErrorBoundaryProps {
  /** What stands there instead. Without it nothing does: what broke was not what the page is about. */
  fallback?: ReactNode;
  /** Another value lets the children try again, such as another address. */
  attempt?: unknown;
  children: ReactNode;
}

interface State {
  failed: boolean;
  attempt: unknown;
}

/** Keeps a bug of one part from taking what stands around it down, too. React writes it to the console. */
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
