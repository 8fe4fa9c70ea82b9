import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Trace } from '../../src/flow/trace/traceFile.ts';
import { testLooks } from '../support/looks.ts';
import { failingActions, longTrace, recordTrace } from '../support/sampleTraces.ts';
import { TraceReading } from '../../src/traceReading/traceReading.ts';
import { useTracePages } from '../support/tracePage.ts';
import { until } from '../support/until.ts';

const endless = 'A-name-that-does-not-end-'.repeat(20);

describe('traceViewerPage', () => {
  const open = useTracePages();
  let failed: Trace;
  let several: Trace;

  before(async () => {
    const payload = { email: 'ann@a.example' };
    failed = await recordTrace(failingActions(), { payload });
    several = await recordTrace(failingActions(), { payload, devices: ['phone', 'tablet'] });
  });

  const bare = (): Trace => ({
    ...failed,
    document: {
      ...failed.document,
      run: { ...failed.document.run, flowName: endless, error: endless },
      missing: ['params', 'screens', 'pictures', 'gestures'],
      screens: [],
      steps: failed.document.steps.map(({ id, index, childIndex, status, error, name }) => {
        return { id, index, childIndex, status, error, name: name ?? endless, method: '' };
      }),
    },
    pictures: new Map(),
  });
  const problem = 'The phone gives no picture of this screen, since the app in front protects its windows.';
  // As of a real phone whose app protects its windows, at last without elements.
  const captured = (): Trace => ({
    document: {
      ...failed.document,
      screens: failed.document.screens.map((screen, at, { length }) => ({
        ...screen,
        evidence: 'captured' as const,
        tookMs: 1250,
        problem,
        elements: at === length - 1 ? [] : (screen.elements ?? null),
      })),
    },
    pictures: new Map(),
  });
  const states: Readonly<Record<string, () => { trace: Trace | string; width?: number; height?: number }>> = {
    failed: () => ({ trace: failed }),
    'several devices': () => ({ trace: several }),
    'without pictures': () => ({ trace: { ...failed, pictures: new Map() } }),
    'from a real phone': () => ({ trace: captured() }),
    'from another service': () => ({ trace: bare() }),
    'a thousand steps': () => ({ trace: longTrace(1000) }),
    'no steps': () => ({
      trace: { ...failed, document: { ...failed.document, steps: [], screens: [] } },
    }),
    broken: () => ({ trace: 'The trace file is damaged.' }),
    '420 pixels': () => ({ trace: failed, width: 420, height: 1500 }),
    '320 pixels': () => ({ trace: bare(), width: 320, height: 1500 }),
    'middle width': () => ({ trace: failed, width: 760 }),
  };

  describe('themes', () => {
    const openState = useTracePages('next');

    testLooks('the page of the trace viewer', states, settings => openState(settings()));
  });

  it('the page of the trace viewer explains the failure first, and leads to the failed step and its evidence', async () => {
    const shown = await open({ trace: failed });
    const { page } = shown;
    const why = page.getByRole('region', { name: 'Why the run failed' });
    await why.getByText(/“Creat account”.*“Create account”/).waitFor();
    assert.match(await shown.selected(), /6\s+Tap/);
    await page.getByRole('tree').press('Home');
    await until(
      'the first step',
      () => shown.selected(),
      text => /1\s+Open address/.test(text),
    );
    await why.getByRole('button', { name: 'Show Failed Step' }).click();
    await until(
      'the failed step',
      () => shown.selected(),
      text => /6\s+Tap/.test(text),
    );
    await page.getByRole('heading', { name: '6 Tap' }).waitFor();
    assert.deepEqual(shown.errors, []);
  });

  it('the page of the trace viewer says why a screen of a real phone has no picture, and how long capturing took', async () => {
    const { page } = await open({ trace: captured() });
    const screen = page.getByRole('region', { name: 'Screen', exact: true });
    await screen.getByText(problem).waitFor();
    await page.getByText('Screens captured in').waitFor();
    await page.getByText(/^(?:1\.3|2\.5) s$/).waitFor();
    await page.getByRole('tree').press('Home');
    await screen.getByText(`${problem} Drawn from the elements of the screen.`).waitFor();
  });

  it('the page of the trace viewer shows what a step touched, with its parameters, output, and log', async () => {
    const shown = await open({ trace: failed });
    const { page } = shown;
    await page.getByRole('treeitem', { name: /Type text/ }).click();
    const evidence = page.getByRole('tabpanel');
    await evidence.getByText('Payload › email').waitFor();
    await evidence.locator('.source-value', { hasText: 'ann@a.example' }).waitFor();
    await page.getByRole('treeitem', { name: /Swipe/ }).click();
    // A touch shows the screen before the step.
    await page.getByRole('button', { name: 'Before', pressed: true }).waitFor();
    await page.locator('.glass polyline').last().waitFor();
    await shown.picture('dark-swipe');
    await page.keyboard.press('b');
    await page.getByRole('button', { name: 'After', pressed: true }).waitFor();
    await page.locator('.glass polyline').first().waitFor({ state: 'detached' });
    await page.getByRole('treeitem', { name: /E-mail/ }).click();
    await page.locator('.glass .target').last().waitFor();
    await page.getByRole('treeitem', { name: /Round 0/ }).click();
    await page.getByRole('tab', { name: /Log/ }).click();
    await evidence.getByText('info: Round 0 of ann@a.example').waitFor();
    for (const [tab, says] of [
      ['Requests', 'The step sent no requests.'],
      ['Mail and Events', 'No mail and no events arrived during the step.'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await evidence.getByText(says).waitFor();
    }
    assert.deepEqual(shown.errors, []);
  });

  it('the page of the trace viewer offers to save the task of a step, unless the trace is a file', async () => {
    const taskId = '6f0c1b52-8d0a-4c7e-9e53-2b7a3f1d9c04';
    const [first, ...rest] = failed.document.steps;
    assert.ok(first);
    const steps = [{ ...first, output: { taskId } }, ...rest];
    const trace = { ...failed, document: { ...failed.document, steps } };
    const shown = await open({ trace, savesTasks: true });
    const save = (page: typeof shown): Locator =>
      page.page.getByRole('button', { name: 'Save Task as Flow…' });
    await shown.page.getByRole('heading', { name: '6 Tap' }).waitFor();
    assert.equal(await save(shown).count(), 0);
    await shown.page.getByRole('tree').press('Home');
    await save(shown).click();
    await until('the request', () => shown.savedTasks.join(), '0');
    const file = await open({ trace });
    await file.page.getByRole('tree').press('Home');
    await file.page.getByRole('heading', { name: /^1 / }).waitFor();
    assert.equal(await save(file).count(), 0);
    assert.deepEqual([...shown.errors, ...file.errors], []);
  });

  it('the page of the trace viewer says which evidence the service did not provide', async () => {
    const { page } = await open({ trace: bare() });
    const evidence = page.getByRole('tabpanel');
    await evidence.getByText('The service did not provide parameters.').waitFor();
    await page.getByRole('tab', { name: 'Output' }).click();
    await evidence.getByText('The step has no output.').waitFor();
  });

  it('the page of the trace viewer goes through the screens by keyboard, wheel, and mouse', async () => {
    const shown = await open({ trace: longTrace(1000) });
    const { page } = shown;
    const strip = page.getByRole('slider', { name: 'Screens in time' });
    const now = (): Promise<string | null> => strip.getAttribute('aria-valuenow');
    for (const [key, frame] of [
      ['End', '1001'],
      ['ArrowLeft', '1000'],
      ['PageUp', '990'],
      ['Home', '1'],
      ['ArrowRight', '2'],
    ] as const) {
      await strip.press(key);
      await until(`the frame after ${key}`, now, frame);
    }
    assert.match(
      (await strip.getAttribute('aria-valuetext')) ?? '',
      /^Screen 2 of 1001, after step 1 Tap 1, 1\.0 s$/,
    );
    await strip.hover({ position: { x: 400, y: 40 } });
    await page.mouse.wheel(0, 120);
    await until('three frames further', now, '5');
    await strip.click({ position: { x: 550, y: 118 } });
    await until('the middle of the time', now, value => Math.abs(Number(value) - 501) < 5);
    await until(
      'the step in the list',
      () => shown.selected(),
      text => /Tap (49\d|50\d)/.test(text),
    );
    await page.locator('.glass text', { hasText: /Button (49\d|50\d)/ }).waitFor();
    assert.ok((await page.locator('.row').count()) < 80);
    assert.deepEqual(shown.errors, []);
  });

  it('the page of the trace viewer reads the pictures in sight before the others', async () => {
    const shown = await open({ trace: longTrace(100) });
    const read = (): readonly string[] => [
      ...new Set(shown.requests.flatMap(one => (one.kind === 'picture' ? [one.id] : []))),
    ];
    await until('all pictures', () => read().length, 101);
    const inSight = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9', 'p10', 'p11', 'p12'];
    assert.deepEqual(read().slice(0, inSight.length), inSight);
  });

  it('the page of the trace viewer shows each screen while the user scrubs, and the evidence afterward', async () => {
    const shown = await open({ trace: failed });
    const { page } = shown;
    const frames = new TraceReading(failed).state.strips[0]?.frames ?? [];
    await page.locator('.glass image').waitFor();
    shown.requests.length = 0;
    // All keys are pressed within one task, so that a slow machine makes no pauses between them.
    const passed = await page.evaluate<readonly (string | undefined)[]>(`(async () => {
      const passed = [];
      for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight']) {
        document.querySelector('[role=slider]').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        await document.querySelector('trace-viewer').updateComplete;
        await document.querySelector('screen-preview')?.updateComplete;
        passed.push(document.querySelector('.glass [data-screen]')?.dataset.screen);
      }
      return [...passed, document.querySelector('main').className.trim()];
    })()`);
    assert.deepEqual(passed, [...frames.slice(0, 4).map(({ screen }) => screen), 'scrubbing']);
    await page.locator('main:not(.scrubbing)').waitFor();
    await shown.settled();
    await page.locator(`.glass svg[data-screen="${frames[3]?.screen}"] image`).waitFor();
    const { rows } = new TraceReading(failed).state;
    const stepOf = (frame: number) => rows.find(({ key }) => key === frames[frame]?.row)?.step;
    const asked = shown.requests.flatMap(one => (one.kind === 'step' ? [one.step] : []));
    assert.deepEqual(asked, [stepOf(0), stepOf(3)]);
    assert.deepEqual(shown.errors, []);
  });

  it('the page of the trace viewer finds steps by their texts, screens, and logs', async () => {
    const shown = await open({ trace: failed });
    const { page } = shown;
    await page.keyboard.press('Control+f');
    await page.keyboard.type('Round 1 of');
    await until('the count', () => page.locator('.find-count').innerText(), '1 of 1');
    await page.getByRole('tab', { name: 'Parameters', selected: true }).waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('accept the terms');
    await until(
      'several matches',
      () => page.locator('.find-count').innerText(),
      text => /of [5-9]/.test(text),
    );
    const first = await shown.selected();
    await page.keyboard.press('Enter');
    await until(
      'the next match',
      () => shown.selected(),
      text => text !== first,
    );
    await page.getByRole('searchbox').fill('zzyzx');
    await page.getByText('No results').waitFor();
    assert.deepEqual(shown.errors, []);
  });

  it('the page of the trace viewer folds rounds and devices, and unfolds them for a step inside', async () => {
    const shown = await open({ trace: several });
    const { page } = shown;
    const rows = (): Promise<number> => page.getByRole('treeitem').count();
    const all = await rows();
    await page.getByRole('tree').press('Home');
    await page.keyboard.press('ArrowLeft');
    await until('fewer rows', rows, count => count < all);
    await page.getByRole('treeitem', { name: 'Pixel phone', expanded: false }).waitFor();
    await page.getByRole('button', { name: 'Show Failed Step' }).click();
    await until('all rows', rows, all);
  });

  it('the page of the trace viewer asks for the flow file of a step, and says why it cannot be opened', async () => {
    const shown = await open({ trace: failed });
    shown.refusal = 'This workspace has no file of “Sign up”.';
    await shown.page.getByRole('button', { name: 'Go to Step' }).click();
    await shown.page.getByRole('alert').getByText(shown.refusal).waitFor();
    await shown.page.getByRole('button', { name: 'Dismiss' }).click();
    await shown.page.getByRole('alert').waitFor({ state: 'detached' });
    const [step] = shown.requests.flatMap(request => (request.kind === 'goTo' ? [request.step] : []));
    assert.equal(failed.document.steps[step ?? -1]?.index, 5);
  });

  it('the page of the trace viewer keeps the selected step when more of the run arrives', async () => {
    const shown = await open({ trace: longTrace(20) });
    await shown.page.getByRole('treeitem', { name: /Tap 7 / }).click();
    await shown.showTrace(longTrace(40));
    await until('more frames', () => shown.page.getByRole('slider').getAttribute('aria-valuemax'), '41');
    assert.match(await shown.selected(), /Tap 7/);
  });

  it('the page of the trace viewer shows the text of a hostile file as text', async () => {
    const markup = '<img src="http://outside.example/x.png" onerror="alert(1)">';
    const text = JSON.stringify(failed.document).replaceAll('Creat account', () =>
      JSON.stringify(markup).slice(1, -1),
    );
    const shown = await open({ trace: { ...failed, document: JSON.parse(text) as Trace['document'] } });
    await shown.page.getByText(markup).first().waitFor();
    assert.equal(await shown.page.locator('img').count(), 0);
    assert.deepEqual(shown.errors, []);
  });

  describe('run in progress', () => {
    /** Returns the first steps of the failed run, of which the last one runs. */
    const running = (count: number): Trace => ({
      ...failed,
      document: {
        ...failed.document,
        run: { ...failed.document.run, status: 'running', error: undefined, finishedAt: undefined },
        steps: failed.document.steps
          .slice(0, count)
          .map((step, index) =>
            index < count - 1
              ? step
              : { ...step, status: 'running', finishedAt: undefined, screenAfter: undefined },
          ),
      },
    });
    const live = { problem: undefined };

    it('the page of the trace viewer of a run in progress follows the newest step until another one is selected, and shows the cause at the end', async () => {
      const shown = await open({ trace: running(2), progress: live });
      const { page } = shown;
      const selected = (expected: RegExp): Promise<unknown> =>
        until(
          'the selected step',
          () => shown.selected(),
          text => expected.test(text),
        );
      await page.getByRole('status').getByText('Step 2 “Tap” is running.').waitFor();
      await selected(/2\s+Tap/);
      assert.equal(await page.getByRole('button', { name: 'Follow' }).count(), 0);
      await shown.showTrace(running(3), live);
      await selected(/3\s+Type/);
      await page.getByRole('tree').press('Home');
      await page.getByRole('button', { name: 'Follow' }).waitFor();
      await shown.showTrace(running(4), live);
      await page.getByRole('status').getByText('Step 4 “Repeat” is running.').waitFor();
      await selected(/1\s+Open address/);
      await page.getByRole('button', { name: 'Follow' }).click();
      await selected(/4\s+Repeat/);
      await shown.showTrace(failed);
      await page.getByRole('region', { name: 'Why the run failed' }).waitFor();
      await selected(/6\s+Tap/);
      assert.equal(await page.locator('.live').count(), 0);
      assert.deepEqual(shown.errors, []);
    });

    it('the page of the trace viewer of a run in progress requests no picture twice while the run goes on', async () => {
      const shown = await open({ trace: running(2), progress: live });
      await shown.showTrace(running(3), live);
      await shown.page.getByRole('status').getByText('Step 3').waitFor();
      await shown.settled();
      const pictures = shown.requests.flatMap(request => (request.kind === 'picture' ? [request.id] : []));
      // The large screen and the filmstrip each read a picture once.
      for (const id of new Set(pictures)) assert.ok(pictures.filter(one => one === id).length <= 2, id);
    });

    it('the page of the trace viewer of a run in progress keeps the steps while the connection is lost, and selects a step that was asked for once', async () => {
      const shown = await open({ trace: running(3), progress: live });
      const { page } = shown;
      await shown.showTrace(running(3), { problem: 'The sandbox does not respond.' });
      await page
        .getByText('The sandbox does not respond. The steps that were read before are shown.')
        .waitFor();
      assert.equal(await page.getByRole('treeitem').count(), 3);
      await page.getByRole('banner').getByText('running when last read').waitFor();
      const [first] = new TraceReading(failed).state.rows;
      const wanted = { row: first?.key ?? '', at: 5 };
      await shown.showTrace(running(3), live, wanted);
      await until(
        'the wanted step',
        () => shown.selected(),
        text => /1\s+Open address/.test(text),
      );
      await page.getByRole('tree').press('ArrowDown');
      await shown.showTrace(running(4), live, wanted);
      await page.getByRole('status').getByText('Step 4 “Repeat” is running.').waitFor();
      assert.match(await shown.selected(), /2\s+Tap/);
    });

    describe('themes', () => {
      const openState = useTracePages('next');

      testLooks(
        'the page of the trace viewer of a run in progress',
        { 'live, wide': 1100, 'live, narrow': 420 },
        async width => {
          const shown = await openState({ trace: running(4), progress: live, width, height: 900 });
          await shown.page.getByRole('tree').press('Home');
          await shown.page.getByRole('button', { name: 'Follow' }).waitFor();
          await shown.settled();
          return shown;
        },
      );

      testLooks(
        'the page of the trace viewer of a run in progress',
        { 'lost, wide': 1100, 'lost, narrow': 420 },
        async width => {
          const progress = {
            problem:
              'The sandbox was stopped and no longer has this trial run. Run it again for a new trace.',
          };
          const shown = await openState({ trace: running(4), progress, width, height: 900 });
          await shown.page.getByRole('banner').getByText('running when last read').waitFor();
          await shown.settled();
          return shown;
        },
      );
    });
  });
});
