import type { Retry } from './run-case';
import { element } from './svg-element';

const BAR_HEIGHT = 14;
const CROSS_RADIUS = 5;
const RETRY_RADIUS = 3.5;

/** A stretch of time around a horizontal middle line: an attempt at work, or the lease of a dead one. */
export function timeBar(kind: 'work' | 'lease', fromX: number, toX: number, middleY: number): string {
  return element('rect', {
    class: kind,
    x: fromX,
    y: middleY - BAR_HEIGHT / 2,
    width: Math.max(0, toX - fromX),
    height: BAR_HEIGHT,
    rx: 2,
  });
}

/** Where an attempt crashes. */
export function crashCross(x: number, middleY: number): string {
  const size = 2 * CROSS_RADIUS;
  const start = `M${(x - CROSS_RADIUS).toFixed(2)} ${(middleY - CROSS_RADIUS).toFixed(2)}`;
  return element('path', { class: 'cross', d: `${start}l${size} ${size}m0 -${size}l-${size} ${size}` });
}

/** A retry, by what it finds. */
export function retryDot(finds: Retry['finds'], x: number, middleY: number): string {
  return element('circle', { class: finds, cx: x, cy: middleY, r: RETRY_RADIUS });
}

/** An instant that concerns every case. */
export function guideLine(kind: 'guide' | 'next', x: number, fromY: number, toY: number): string {
  return element('line', { class: kind, x1: x, y1: fromY, x2: x, y2: toY });
}
