import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { startTexts } from '../../../testing/texts.ts';
import { PullToRefresh } from './PullToRefresh.tsx';

beforeAll(() => startTexts());

test('a long pull refreshes when the finger is lifted, and not if the system or a second finger ends the gesture', () => {
  const refresh = vi.fn<() => void>();
  render(
    <PullToRefresh onRefresh={refresh} refreshing={false}>
      <p>Orders</p>
    </PullToRefresh>,
  );
  const list = screen.getByText('Orders');
  const pull = () => {
    fireEvent.touchStart(list, { touches: [{ clientY: 0 }] });
    fireEvent.touchMove(list, { touches: [{ clientY: 400 }] });
  };
  pull();
  fireEvent.touchCancel(list);
  fireEvent.touchEnd(list);
  expect(refresh).not.toHaveBeenCalled();
  pull();
  const second = { touches: [{ clientY: 400 }, { clientY: 0 }] };
  fireEvent.touchStart(list, second);
  fireEvent.touchEnd(list);
  expect(refresh).not.toHaveBeenCalled();
  pull();
  fireEvent.touchEnd(list);
  expect(refresh).toHaveBeenCalledOnce();
});
