import { isSecretName } from '../../util/secretNames.ts';

const MAX_NAME = 1000;
/** The ends of the words of a name. */
const WORD_ENDS = /(?<=\p{Ll})(?=\p{Lu})|(?<=[\p{L}\p{M}])(?![\p{L}\p{M}])/gu;
/** Words for passwords, which languages and IDs join with others. */
const PASSWORD =
  /passwor[dt]|passwd|passphrase|passcode|kennwort|wachtwoord|contrase[ñn]a|пароль|密[码碼]|パスワード|비밀번호/iu;

/**
 * True if any words of the name of a field say that what is typed into it is a secret, as in `password_field` and
 * “Password (required)”. The name can be an ID, a text, or a label.
 */
export function isSecretField(name: string): boolean {
  const shown = name.slice(0, MAX_NAME).normalize('NFC');
  return (
    PASSWORD.test(shown) ||
    [...shown.matchAll(WORD_ENDS)].some(({ index }) => isSecretName(shown.slice(0, index)))
  );
}
