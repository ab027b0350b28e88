// What the browser can do with passkeys.

/** Whether it has them at this address: names only, and safe connections only. */
export function hasPasskeys(): boolean {
  const { PublicKeyCredential: kind } = globalThis as { PublicKeyCredential?: object };
  const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
  return kind !== undefined && 'parseCreationOptionsFromJSON' in kind && !isAddress;
}

export async function make(options: PublicKeyCredentialCreationOptionsJSON): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return inJson(await navigator.credentials.create({ publicKey }));
}

export async function sign(options: PublicKeyCredentialRequestOptionsJSON): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return inJson(await navigator.credentials.get({ publicKey }));
}

/** Whether the browser offers passkeys in the list below a field. */
export async function hasPasskeysInFields(): Promise<boolean> {
  if (!hasPasskeys()) return false;
  const { isConditionalMediationAvailable } = PublicKeyCredential as Partial<typeof PublicKeyCredential>;
  return (await isConditionalMediationAvailable?.call(PublicKeyCredential)) === true;
}

/** Offers them there until the person takes one; no dialog opens. */
export async function signInField(
  options: PublicKeyCredentialRequestOptionsJSON,
  signal: AbortSignal,
): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return inJson(await navigator.credentials.get({ publicKey, mediation: 'conditional', signal }));
}

/** Whether the person has closed the browser's question, or it had nothing to ask for. */
export function isDeclined(failure: unknown): boolean {
  return (
    failure instanceof DOMException && (failure.name === 'NotAllowedError' || failure.name === 'AbortError')
  );
}

/** Whether the passkey is there already. */
export function isPresent(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'InvalidStateError';
}

function inJson(credential: Credential | null): object {
  if (credential === null) throw new DOMException('', 'AbortError');
  return (credential as PublicKeyCredential).toJSON();
}
