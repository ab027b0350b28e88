// All keys, on `?`; and the switch that turns single keys off.
import './guide.css';
import { useEffect, useRef } from 'preact/hooks';
import { boardKeys, isUsed, KEYS, type KeyName, useKey, useKeyboard } from '../lib/keys.ts';
import { shortcuts } from '../lib/preferences.ts';
import { say } from './texts.ts';

/** Once for the whole page. */
export function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  useKeyboard();
  useKey('help', () => {
    const { current } = dialog;
    if (current?.open === true) current.close();
    else current?.showModal();
  });
  useEffect(() => {
    const { current } = dialog;
    return () => current?.close();
  }, []);
  const names = Object.keys(KEYS).filter((name): name is KeyName => Object.hasOwn(KEYS, name));
  return (
    <dialog ref={dialog} class="guide-keys card" aria-labelledby="guide-keys-title">
      <h2 id="guide-keys-title">{say('keys')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('key')}</th>
            <th scope="col">{say('does')}</th>
          </tr>
        </thead>
        <tbody>
          {names.filter(isUsed).map((name) => (
            <tr key={name}>
              <td>
                <kbd>{KEYS[name]}</kbd>
              </td>
              <td>{say(name === 'guide' ? 'guide-key' : name)}</td>
            </tr>
          ))}
          {boardKeys.value.map(({ key, does }) => (
            <tr key={key}>
              <td>
                <kbd>{key}</kbd>
              </td>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="faint">{say('keys-note')}</p>
      <label class="guide-switch">
        <input
          type="checkbox"
          checked={shortcuts.value}
          onChange={({ currentTarget }) => {
            shortcuts.value = currentTarget.checked;
          }}
        />
        {say('keys-on')}
      </label>
      <form method="dialog">
        <button type="submit" class="button" data-main>
          {say('close')}
        </button>
      </form>
    </dialog>
  );
}
