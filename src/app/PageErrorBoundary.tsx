import { Component } from 'react';
import type { ReactNode } from 'react';
import { PageFailed } from './PageFailed.tsx';

interface Props {
  heading: string;
  children: ReactNode;
}

/** Keeps a bug of one page from taking the app down with it. */
export class PageErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <PageFailed heading={this.props.heading} /> : this.props.children;
  }
}
