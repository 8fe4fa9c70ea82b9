import { Hono } from 'hono';
import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { readContext } from '../../phone/screenContext.ts';
import { readNumberedState } from './agentScreen.ts';
import { notFound } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import { isObject } from '../../../util/isObject.ts';

const PATH = '/pages/tasks/screens/';

/**
 * Handlers that return the URLs of a task's screenshots and UI states; each contains a secret, so that it needs no key
 * (wire facts 10).
 */
export const screenHandlers = {
  listTaskScreenshots: ({ params, service }) => ({ urls: urlsOf(service, params.task_id, 'png') }),
  listTaskUiStates: ({ params, service }) => ({ urls: urlsOf(service, params.task_id, 'json') }),
  getTaskScreenshot: ({ params, service }) => ({ url: urlOf(service, params.task_id, 'png', params.index) }),
  getTaskUiState: ({ params, service }) => ({ url: urlOf(service, params.task_id, 'json', params.index) }),
} as const satisfies Handlers;

/** Creates the routes of those URLs, which render the stored state of a step on demand. */
export function screenPages({ store, pictures }: Service): Hono {
  const pages = new Hono();
  pages.get('/tasks/screens/:file', async request => {
    const [, id = '', form] = /^([\w-]+)\.(png|json)$/.exec(request.req.param('file')) ?? [];
    const screen = store.taskScreens.get(id);
    if (!screen) return request.text('There is no such screen.', 404);
    const { taskId, state, world, displayId } = screen;
    const context = readContext(world);
    if (form === 'json') return request.json(readNumberedState(state, context, displayId) ?? {});
    const png = await pictures.draw({ series: taskId, state, context, options: { displayId } });
    return request.body(new Uint8Array(png ?? []), 200, { 'content-type': 'image/png' });
  });
  return pages;
}

/** Returns the path of a screen as a picture or a UI state, which needs no key. */
export function screenPath(id: string, form: 'png' | 'json'): string {
  return `${PATH}${id}.${form}`;
}

/** Returns the URL of a screen as a picture or a UI state, which needs no key. */
export function screenUrl({ origin }: Service, id: string, form: 'png' | 'json'): string {
  return `${origin}${screenPath(id, form)}`;
}

/** Returns the data of an event as sent: with the URL of its screen, since the sandbox can start on another port. */
export function sentData({ origin }: Service, data: unknown): unknown {
  if (!isObject(data)) return data;
  const { url } = data;
  return typeof url === 'string' && url.startsWith(PATH) ? { ...data, url: `${origin}${url}` } : data;
}

function urlsOf(service: Service, taskId: string, form: 'png' | 'json'): string[] {
  const task = requireRecord(service.store.tasks, taskId, 'task');
  return idsOf(service.store, task.id).map(id => screenUrl(service, id, form));
}

function urlOf(service: Service, taskId: string, form: 'png' | 'json', index: number): string {
  const url = urlsOf(service, taskId, form)[index];
  if (url === undefined) throw notFound('screen of this task');
  return url;
}

function idsOf(store: Store, taskId: string): string[] {
  return store.taskScreens.all({ taskId }).map(({ id }) => id);
}
