import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSurface } from './surface.ts';
import type { Surface } from './surface.ts';

function Guest({ surface, isWanted = true }: { surface: Surface; isWanted?: boolean }) {
  return useSurface(surface, isWanted) ? <p>{surface}</p> : null;
}

const shown = () =>
  screen.queryAllByText(/./, { selector: 'p' }).map(({ textContent }) => textContent);

test('the first has the screen, the next gets it when that one leaves', () => {
  const { rerender } = render(
    <>
      <Guest key="a" surface="tip:card" />
      <Guest key="b" surface="promotion" />
      <Guest key="c" surface="tip:add" />
    </>,
  );
  expect(shown()).toEqual(['tip:card']);
  rerender(
    <>
      <Guest key="b" surface="promotion" />
      <Guest key="c" surface="tip:add" />
    </>,
  );
  expect(shown()).toEqual(['promotion']);
  rerender(
    <>
      <Guest key="b" surface="promotion" isWanted={false} />
      <Guest key="c" surface="tip:add" />
    </>,
  );
  expect(shown()).toEqual(['tip:add']);
  rerender(<Guest key="b" surface="promotion" />);
  expect(shown()).toEqual(['promotion']);
});

test('whoever has it keeps it when another one comes', () => {
  const { rerender } = render(<Guest key="b" surface="promotion" />);
  rerender(
    <>
      <Guest key="a" surface="tip:card" />
      <Guest key="b" surface="promotion" />
    </>,
  );
  expect(shown()).toEqual(['promotion']);
});
