import assert from 'node:assert/strict';
import { messageReport } from '../../../src/commands/reports/messageReport.ts';
import { mailText, readMail } from '../../../src/util/mailText.ts';
import { passcodeOf, withoutPasscode } from '../../../src/util/passcodes/passcode.ts';

describe('util/mailText: text of a mail', () => {
  it('the text of a mail is unchanged unless the mail is HTML', () => {
    for (const text of [
      '',
      'Hello,\n\n  2 < 3 & 4 > 1',
      '<anna@shop.example> wrote: a <b and b> c',
      'a &amp; b',
    ])
      assert.equal(mailText(text), text);
  });

  it('the text of a mail has one line for each block, and a space between cells and words', () => {
    const html =
      '<!DOCTYPE html><html><head><title>No</title><style>p > b { color: red }</style></head><body>' +
      '<p>Hello   <b>Anna</b>,</p>\n<div>your order<br>is here.</div><table><tr><td>Total</td><td>19.90&nbsp;&euro;</td></tr></table>' +
      '<ul><li>One</li><li>Two</li></ul><img src="https://t.example/p.gif" alt="The shop"></body></html>';
    assert.equal(mailText(html), 'Hello Anna,\nyour order\nis here.\nTotal 19.90 €\nOne\nTwo\nThe shop');
  });

  it('the text of a mail has the address of a link behind its text, unless the text is the address', () => {
    const html =
      '<p><a class="x" href="https://shop.example/a?b=1&amp;c=2">Open <b>order</b></a>, ' +
      "<a href='https://shop.example/'>https://shop.example/</a> or <A HREF=mailto:help@shop.example>write</A>, " +
      '<a href="mailto:help@shop.example">help@shop.example</a></p>';
    assert.equal(
      mailText(html),
      'Open order (https://shop.example/a?b=1&c=2), https://shop.example/ or write (help@shop.example), help@shop.example',
    );
  });

  it('the text of a mail has no address that a browser would run or that names a file', () => {
    for (const href of [
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      '&#106;avascript:alert(1)',
      'data:text/html,<b>',
      'file:///etc/passwd',
      'command:a',
      'intent://x#Intent;end',
      '//shop.example',
      'https://',
      'https://a b.example',
      `https://shop.example/${'x'.repeat(3000)}`,
    ])
      assert.equal(mailText(`<p><a href="${href}">Open</a></p>`), 'Open', href);
  });

  it('the text of a mail is never HTML, whatever the mail contains', () => {
    const html =
      '<p>a</p><script>b</script ><svg onload=x>c</svg><!-- d --><p title=">">e</p><?php f ?><![CDATA[g]]>' +
      '<img alt="&lt;img src=x&gt;"> &lt;b&gt;h&lt;/b&gt; 1 < 2 <p i';
    const text = mailText(html);
    assert.equal(text, 'a\ne\n<img src=x> <b>h</b> 1 < 2');
    const report = messageReport({ id: 'm', preview: text });
    assert.doesNotMatch(report, /(?<!\\)<(?:img|b)/);
  });

  it('the text of a mail ends where markup never ends', () => {
    for (const end of ['<!-- x', '<p title="x> y', '<script>x', '<p class=x', '<? x', '</p'])
      assert.equal(mailText(`<p>Hello</p>${end}`), 'Hello', end);
  });

  it('the text of a mail decodes characters, and keeps what is none', () => {
    assert.equal(
      mailText('<p>&#72;&#x69; &uuml;&hellip; &nothing; &#9999999; &;</p>'),
      'Hi ü… &nothing; &#9999999; &;',
    );
  });

  it('the text of a mail takes little time, whatever the mail repeats', () => {
    for (const part of [
      '<',
      '<a ',
      '<a href="',
      '<a href=">',
      '<p>',
      '<script>',
      '<!--',
      '<td> ',
      '&#',
      '<b "',
      "<b ='",
      '</',
    ])
      for (const start of ['<p>', '<html><body>']) {
        const began = performance.now();
        const { text, links } = readMail(start + part.repeat(100_000));
        assert.ok(performance.now() - began < 3000, part);
        assert.ok(text.length <= 100_000 && links.length <= 100, part);
      }
  });
});

describe('util/mailText: links of a mail', () => {
  const addresses = (mail: string): readonly string[] => readMail(mail).links.map(({ address }) => address);

  it('the links of a mail are those of its text, without the punctuation of the sentence', () => {
    const text =
      'See https://a.example/x, (http://b.example/y?z=1) or <https://c.example>. Again https://a.example/x! ' +
      'https://d.example/a_(b) ftp://e.example HTTPS://f.example/x).';
    assert.deepEqual(addresses(text), [
      'https://a.example/x',
      'http://b.example/y?z=1',
      'https://c.example',
      'https://d.example/a_(b)',
      'HTTPS://f.example/x',
    ]);
  });

  it('the links of a mail are those of HTML with their texts, then those in its text, each once', () => {
    const html =
      '<p><a href="https://a.example/1">One <i>link</i></a> <a href="https://a.example/1">Again</a> ' +
      '<a href="mailto:a@b.example">Mail</a> <a href="https://a.example/2"><img src="x"></a> https://b.example/3.</p>';
    assert.deepEqual(readMail(html).links, [
      { text: 'Again', address: 'https://a.example/1' },
      { text: 'https://a.example/2', address: 'https://a.example/2' },
      { text: 'https://b.example/3', address: 'https://b.example/3' },
    ]);
  });

  it('the links of a mail are at most 100', () => {
    const many = Array.from({ length: 300 }, (_, index) => `https://a.example/${index}`);
    assert.equal(addresses(many.join(' ')).length, 100);
    assert.equal(addresses(`<p>${many.map(address => `<a href="${address}">x</a>`).join('')}`).length, 100);
  });
});

describe('util/mailText: passcode of a mail in HTML', () => {
  const preview =
    '<p style="color:#712834">Your sign-in code is <b>48</b><b>29</b><b>13</b>.</p><a href="https://a.example/?code=482913">Sign in</a>';

  it('the passcode of a mail in HTML is that of its text', () => {
    assert.equal(passcodeOf({ subject: 'Sign in', preview }), '482913');
  });

  it('the passcode of a mail in HTML is hidden in its text and in its links', () => {
    const { preview: shown } = withoutPasscode({ subject: 'Sign in', preview: mailText(preview) });
    assert.doesNotMatch(shown, /48 ?29 ?13/);
    assert.match(shown, /^Your sign-in code is •+\./);
    assert.doesNotMatch(withoutPasscode({ preview }).preview, /482913/);
  });
});
