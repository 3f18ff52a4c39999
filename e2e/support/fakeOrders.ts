import type { Page } from 'playwright/test';
import type { Order } from '../../contract/orders.ts';
import { paths } from '../../contract/paths.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Creates copies of a finished order, newest first. Each copy is a day older than the previous
 * copy.
 */
export function copyOrders(order: Order, count: number): Order[] {
  return Array.from({ length: count }, (_, index) => {
    const at = (moment: string | null) =>
      moment === null ? null : new Date(Date.parse(moment) - index * dayMs).toISOString();
    return {
      ...order,
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      number: `R-${index}`,
      createdAt: at(order.createdAt) ?? order.createdAt,
      startedAt: at(order.startedAt),
      returnedAt: at(order.returnedAt),
    };
  });
}

/** Answers the page's requests for the history with these orders. */
export async function serveOrders(page: Page, orders: readonly Order[]): Promise<void> {
  await page.route(
    ({ pathname }) => pathname.startsWith(`${paths.orders}/0`) || pathname === paths.orders,
    async (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      if (pathname !== paths.orders) {
        const order = orders.find(({ id }) => pathname.endsWith(id));
        await route.fulfill({ json: order });
        return;
      }
      const first = Number(searchParams.get('cursor') ?? 0);
      const next = first + Number(searchParams.get('limit') ?? 20);
      await route.fulfill({
        json: {
          orders: orders.slice(first, next),
          nextCursor: next < orders.length ? String(next) : null,
        },
      });
    },
  );
}
