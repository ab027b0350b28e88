// Where links in mails lead: pages that ask before they do anything, since programs open links to check them, and what
// their buttons and mail programs send (RFC 8058). Nobody signs in for it.
import { z } from 'zod';
import type { Language } from '../../shared/kernel/game.ts';
import { pageOf } from '../http/page.ts';
import { type Call, type Route, route } from '../http/route.ts';
import type { MailDesk } from '../notices/mail-desk.ts';
import { MAIL_PURPOSES, type MailPurpose } from '../notices/mail-links.ts';
import { escaped } from '../process/escaped.ts';
import type { Say } from '../process/language.ts';

interface MailRouteDeps {
  readonly desk: MailDesk;
  readonly sentences: (language: Language) => Say;
}

type Asked = Pick<Call<unknown, unknown, unknown, unknown>, 'language' | 'response'>;

const linkParams = z.strictObject({ token: z.string().max(128) }).meta({ missing: { token: 'not-found' } });

/** No link of ours, or not any more. */
const GONE = 410;

export function mailRoutes({ desk, sentences }: MailRouteDeps): Route[] {
  const show = ({ language, response }: Asked, status: number, key: string, rest = '') => {
    const say = sentences(language);
    const title = say(`mail.${key}`);
    const back = `<p><a href="/">${escaped(say('page.home'))}</a></p>`;
    response
      .status(status)
      .set({ 'Cache-Control': 'no-store', 'Content-Language': language })
      .type('html')
      .send(pageOf(language, title, `<h1>${escaped(title)}</h1>\n${rest}${rest === '' ? back : ''}`));
  };
  const ask = async (purpose: MailPurpose, token: string, call: Asked) => {
    const target = await desk.find(purpose, token);
    if (target === undefined) return show(call, GONE, 'gone');
    const say = sentences(call.language);
    const button = `<form method="post"><p><button>${escaped(say(`mail.${purpose}-do`))}</button></p></form>`;
    return show(call, 200, `${purpose}-ask`, `<p>${escaped(target.name)}</p>\n${button}`);
  };
  const act = {
    confirm: async (token, call) => {
      const target = await desk.confirm(token);
      if (target === undefined) show(call, GONE, 'gone');
      else show(call, 200, 'confirm-done');
    },
    stop: async (token, call) => {
      if (await desk.stop(token)) show(call, 200, 'stop-done');
      else show(call, GONE, 'gone');
    },
  } satisfies Record<MailPurpose, (token: string, call: Asked) => Promise<void>>;
  const common = {
    tag: 'Mail',
    auth: 'anyone',
    answers: { 200: { description: 'A page', mediaType: 'text/html', schema: z.string() } },
  } as const;
  return MAIL_PURPOSES.flatMap((purpose) => [
    route({
      ...common,
      id: `${purpose}MailPage`,
      method: 'get',
      path: `/${purpose}/{token}`,
      summary: 'Asks before it is done',
      params: linkParams,
      handle: async (call) => {
        await ask(purpose, call.params.token, call);
        return undefined;
      },
    }),
    route({
      ...common,
      id: `${purpose}Mail`,
      method: 'post',
      path: `/${purpose}/{token}`,
      summary: 'Does it',
      params: linkParams,
      handle: async (call) => {
        await act[purpose](call.params.token, call);
        return undefined;
      },
    }),
  ]);
}
