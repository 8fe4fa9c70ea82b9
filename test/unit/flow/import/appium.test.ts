import assert from 'node:assert/strict';
import { importAppium } from '../../../../src/flow/import/appium.ts';
import { DEFAULT_TARGET } from '../../../../src/flow/import/imported.ts';
import { type ImportResult, resolveImport } from '../../../../src/flow/import/resolveImport.ts';
import type { RecordingLanguage } from '../../../../src/flow/import/statements.ts';
import { importCatalog, reportLines, stepLines } from '../../../support/importing.ts';

function read(language: RecordingLanguage, text: string): ImportResult {
  return resolveImport(importAppium('flow.yaml', text, language, DEFAULT_TARGET), importCatalog);
}

const PROGRAMS: Readonly<Record<RecordingLanguage, string>> = {
  js: `import {remote} from 'webdriverio';
async function main () {
  const caps = {"platformName":"Android"}
  const driver = await remote({ hostname: "127.0.0.1", capabilities: caps });
  const el1 = await driver.$("~Sign in");
  await el1.click();
  const el2 = await driver.$("id:com.example.shop:id/name");
  await el2.addValue("Ada; \\"L\\"");
  const el3 = await driver.$("//android.widget.EditText[@resource-id=\\"com.example.shop:id/password\\"]");
  await el3.setValue("hunter2");
  await driver.action('pointer')
    .move({ duration: 0, x: 10, y: 20 })
    .down({ button: 0 })
    .pause(50)
    .up({ button: 0 })
    .perform();
  await driver.action('pointer')
    .move({ duration: 0, x: 10, y: 900 })
    .down({ button: 0 })
    .move({ duration: 1000, x: 10, y: 100 })
    .up({ button: 0 })
    .perform();
  await driver.executeScript("mobile: hideKeyboard");
  await driver.back();
  await driver.activateApp("com.example.shop");
  await driver.setGeoLocation({latitude: 52.5, longitude: 13.4, altitude: 1});
  let orientation = await driver.getOrientation();
  // Code generation for action 'fly' is not currently supported
  await driver.deleteSession();
}
main().catch(console.log);
`,
  py: `from appium import webdriver
from selenium.webdriver.common.actions.pointer_input import PointerInput
options = AppiumOptions()
options.load_capabilities({
	"platformName": "Android"
})
driver = webdriver.Remote("http://127.0.0.1:4723", options=options)
el1 = driver.find_element(by=AppiumBy.ACCESSIBILITY_ID, value="Sign in")
el1.click()
el2 = driver.find_element(by=AppiumBy.ID, value="com.example.shop:id/name")
el2.send_keys("Ada; \\"L\\"")
el3 = driver.find_element(by=AppiumBy.XPATH, value="//android.widget.EditText[@resource-id=\\"com.example.shop:id/password\\"]")
el3.clear()
el3.send_keys("hunter2")
actions = ActionChains(driver)
actions.w3c_actions = ActionBuilder(driver, mouse=PointerInput(interaction.POINTER_TOUCH, "touch"))
actions.w3c_actions.pointer_action.move_to_location(10, 20)
actions.w3c_actions.pointer_action.pointer_down()
actions.w3c_actions.pointer_action.pause(0.1)
actions.w3c_actions.pointer_action.release()
actions.perform()
actions = ActionChains(driver)
actions.w3c_actions.pointer_action.move_to_location(10, 900)
actions.w3c_actions.pointer_action.pointer_down()
actions.w3c_actions.pointer_action.move_to_location(10, 100)
actions.w3c_actions.pointer_action.release()
actions.perform()
driver.execute_script('mobile: hideKeyboard')
driver.back()
driver.activate_app('com.example.shop')
driver.set_location(52.5, 13.4, 1)
orientation = driver.orientation
# Code generation for action 'fly' is not currently supported
driver.quit()
`,
  java: `import io.appium.java_client.AppiumBy;
public class SampleTest {
  private AndroidDriver driver;
  @BeforeEach
  public void setUp() {
    Capabilities options = new BaseOptions()
      .amend("platformName", "Android");
    driver = new AndroidDriver(this.getUrl(), options);
  }
  @Test
  public void sampleTest() {
    WebElement el1 = driver.findElement(AppiumBy.accessibilityId("Sign in"));
    el1.click();
    WebElement el2 = driver.findElement(AppiumBy.id("com.example.shop:id/name"));
    el2.sendKeys("Ada; \\"L\\"");
    WebElement el3 = driver.findElement(AppiumBy.xpath("//android.widget.EditText[@resource-id=\\"com.example.shop:id/password\\"]"));
    el3.clear();
    el3.sendKeys("hunter2");
    final var finger = new PointerInput(PointerInput.Kind.TOUCH, "finger");
    var tapPoint = new Point(10, 20);
    var tap = new Sequence(finger, 1);
    tap.addAction(finger.createPointerMove(Duration.ofMillis(0),
        PointerInput.Origin.viewport(), tapPoint.x, tapPoint.y));
    driver.perform(Arrays.asList(tap));
    var start = new Point(10, 900);
    var end = new Point (10, 100);
    driver.perform(Arrays.asList(swipe));
    driver.executeScript("mobile: hideKeyboard");
    driver.navigate().back();
    driver.activateApp("com.example.shop");
    driver.setLocation(new Location(52.5, 13.4, 1));
    var orientation = driver.getOrientation();
    // Code generation for action 'fly' is not currently supported
  }
  @AfterEach
  public void tearDown() {
    driver.quit();
  }
}
`,
};

describe('flow/import/appium', () => {
  for (const [language, program] of Object.entries(PROGRAMS))
    it(`a recording becomes steps, and what has none is left: ${language}`, () => {
      const result = read(language as RecordingLanguage, program);
      const password =
        'device.tap {"target":{"by":"resourceId","resourceId":"com.example.shop:id/password"}}';
      const clear = language === 'js' ? [] : [password, 'device.clearText'];
      const isCleared = language === 'js' ? ',"clear":true' : '';
      const lines = stepLines(result);
      assert.deepEqual(lines.slice(0, -2), [
        'device.tap {"target":{"by":"description","description":"Sign in"}}',
        'device.tap {"target":{"by":"resourceId","resourceId":"com.example.shop:id/name"}}',
        'device.typeText {"text":"Ada; \\"L\\""}',
        ...clear,
        password,
        `device.typeText {"text":"{{event.payload.password}}"${isCleared}}`,
        'device.tap {"target":{"x":10,"y":20}}',
        'device.swipe {"gesture":{"startX":10,"startY":900,"endX":10,"endY":100},"duration":1000}',
        'device.hideKeyboard',
        'device.globalAction {"button":"back"}',
        'device.launchApp {"platform":"android","app":"com.example.shop"}',
        'device.setLocation {"latitude":52.5,"longitude":13.4}',
      ]);
      assert.match(lines.at(-2) ?? '', /^webhooks\.log .*rientation/);
      assert.match(lines.at(-1) ?? '', /^webhooks\.log .*Code generation for action 'fly'/);
      const kept = reportLines(result).filter(line => !line.includes('translated'));
      assert.deepEqual(kept.length, 2, kept.join('\n'));
      assert.doesNotMatch(result.text + JSON.stringify(result.commands), /hunter/);
      const line = program.slice(0, program.indexOf('Sign in')).split('\n').length;
      assert.match(reportLines(result)[0] ?? '', new RegExp(`^:${line} find translated`));
    });

  for (const [locator, step] of [
    ['accessibility id:A', '"by":"description","description":"A"'],
    ['-android uiautomator:new UiSelector().text(\\"A\\")', '"by":"text","text":"A"'],
    ['-android uiautomator:new UiSelector().textContains(\\"A\\")', '"by":"text","text":"A","exact":false'],
    ["//*[@content-desc='A']", '"by":"description","description":"A"'],
    ["//*[@text='A']", '"by":"text","text":"A"'],
    ["-ios predicate string:label == 'A'", '"by":"text","text":"A"'],
    ["//*[@text='A' and @index=2]", undefined],
    ['-android uiautomator:new UiSelector().text(\\"A\\").instance(3)', undefined],
    ['class name:android.widget.Button', undefined],
    ['~{{steps.a.body}}', undefined],
  ] as const)
    it(`an element is found by a locator, or its commands are left: ${locator}`, () => {
      const result = read('js', `const el1 = await driver.$("${locator}");\nawait el1.click();\n`);
      const [line = ''] = stepLines(result);
      if (step === undefined) {
        assert.match(line, /^webhooks\.log .*const el1 = await driver.*\\nawait el1\.click/);
        assert.match(reportLines(result)[0] ?? '', /find left/);
      } else assert.equal(line, `device.tap {"target":{${step}}}`);
    });

  it('an element of a list is left unless it is the first', () => {
    const result = read(
      'py',
      'els = driver.find_elements(by=AppiumBy.ID, value="a")\nels[0].click()\nels[2].click()\n',
    );
    assert.deepEqual(
      reportLines(result).map(line => line.split(':')[1]),
      ['1 find translated', '2 click translated', '3 click left'],
    );
  });

  it('a statement that finds an element is in the steps that are left for those that use it', () => {
    const result = read(
      'py',
      `el3 = driver.find_element(by=AppiumBy.XPATH, value="(//android.widget.TextView[@text='Go'])[2]")
driver.back()
el3.click()
el4 = driver.find_element(by=AppiumBy.CLASS_NAME, value="Unused")
driver.back()
els = driver.find_elements(by=AppiumBy.ID, value="rows")
els[1].click()
`,
    );
    const lines = stepLines(result);
    assert.equal(lines.length, 5);
    assert.match(lines[1] ?? '', /el3 = driver.*\[@text='Go'\].*\\nel3\.click\(\)/);
    assert.match(lines[2] ?? '', /el4 = driver.*Unused/);
    assert.match(lines[4] ?? '', /els = driver.*rows.*\\nels\[1\]\.click\(\)/);
    assert.deepEqual(
      reportLines(result).map(line => line.split(':')[1]),
      [
        '1 find left',
        '2 back translated',
        '3 click left',
        '4 find left',
        '5 back translated',
        '6 find translated',
        '7 click left',
      ],
    );
  });

  const held = 'device.longPress {"x":10,"y":20,"duration":3000}';
  const tapped = 'device.tap {"target":{"x":10,"y":20}}';
  const js = (pause: string): string =>
    `await driver.action('pointer').move({ duration: 0, x: 10, y: 20 }).down({ button: 0 })${pause}.up({ button: 0 }).perform();`;
  const py = (pause: string): string =>
    `actions = ActionChains(driver)\nactions.w3c_actions.pointer_action.move_to_location(10, 20)\nactions.w3c_actions.pointer_action.pointer_down()\n${pause}\nactions.w3c_actions.pointer_action.release()\nactions.perform()\n`;
  const java = (pause: string): string =>
    `var point = new Point(10, 20);\nvar tap = new Sequence(finger, 1);\ntap.addAction(finger.createPointerMove(Duration.ofMillis(900), PointerInput.Origin.viewport(), point.x, point.y));\ntap.addAction(finger.createPointerDown(PointerInput.MouseButton.LEFT.asArg()));\ntap.addAction(new Pause(finger, ${pause}));\ntap.addAction(finger.createPointerUp(PointerInput.MouseButton.LEFT.asArg()));\ndriver.perform(Arrays.asList(tap));`;
  for (const [language, program, step] of [
    ['js', js('.pause(3000)'), held],
    ['js', js('.pause({ duration: 3000 })'), held],
    ['js', js('.pause(499)'), tapped],
    ['js', js(''), tapped],
    ['py', py('actions.w3c_actions.pointer_action.pause(3)'), held],
    ['py', py('actions.w3c_actions.pointer_action.pause(0.1)'), tapped],
    ['java', java('Duration.ofMillis(3000)'), held],
    ['java', java('Duration.ofSeconds(3)'), held],
    ['java', java('Duration.ofMillis(50)'), tapped],
  ] as const)
    it(`a touch of half a second is a long press: ${language} ${/ause\(.*?\d+/.exec(program)?.[0] ?? 'no pause'}`, () => {
      const result = read(language, program);
      assert.deepEqual(stepLines(result), [step]);
      assert.match(reportLines(result)[0] ?? '', /gesture translated$/);
    });

  it('a pause before a move is reported', () => {
    const result = read('js', js('.pause(3000).move({ duration: 1000, x: 10, y: 200 })'));
    assert.match(reportLines(result)[0] ?? '', /gesture approximated: The element is not held/);
  });

  it('a gesture without an end, and code that is no recording, are left or refused', () => {
    const result = read('py', 'actions = ActionChains(driver)\nx = compute()\n');
    assert.deepEqual(
      reportLines(result).map(line => line.split(':')[1]),
      ['2 x = compute() left', '1 gesture left'],
    );
    assert.throws(() => read('js', 'console.log(1)'), /is no recording/);
    assert.throws(() => read('js', 'driver'.repeat(100_000)), /too large/);
  });

  for (const text of [
    '('.repeat(150_000),
    '"'.repeat(150_000),
    '\\'.repeat(150_000),
    '/*'.repeat(70_000),
    'a '.repeat(90_000),
    '\n '.repeat(60_000),
  ])
    it(`a hostile recording is read in time: ${text.slice(0, 4).trim()}`, () => {
      try {
        read('java', `driver.back();\n${text}`);
      } catch (error) {
        assert.match(String(error), /recording|commands/);
      }
    });
});
