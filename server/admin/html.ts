// The administrators' pages as HTML: without scripts, since the browser holds the password.

import type { RulesInUse } from '../../rooms/life/rules-in-use.ts';
import { MATCH_STATUSES } from '../../shared/protocol/table.ts';
import { pageOf } from '../http/page.ts';
import { escaped } from '../process/escaped.ts';
import type { Action } from '../store/ledger.ts';
import type { MatchFacts, ProcessFacts } from './facts.ts';
import type { FoundMatches, MatchActionName, NoticeFacts, PlayerFacts } from './office.ts';
import { link, matchLink, NOTICES, playerLink, type Words } from './words.ts';

/** The outcome of the latest action. */
export interface Notice {
  readonly kind: 'done' | 'refused';
  readonly text: string;
}

interface Overview {
  readonly processes: readonly ProcessFacts[];
  readonly rules: readonly RulesInUse[];
  readonly found: FoundMatches;
  readonly status: string;
  readonly search: string;
}

export function overviewPage(words: Words, { processes, rules, found, status, search }: Overview): string {
  const options = ['', ...MATCH_STATUSES].map((one) => {
    const label = words.text(one === '' ? 'unfinished' : `status-${one}`);
    return `<option value="${one}"${one === status ? ' selected' : ''}>${label}</option>`;
  });
  return frame(
    words,
    words.say('admin.title'),
    `<h2>${words.text('processes')}</h2>
<ul class="cards">${processes.map((one) => processCard(words, one)).join('\n')}</ul>
<h2>${words.text('rules')}</h2>
${rulesList(words, rules, processes.length)}
<h2 id="matches">${words.text('matches')}</h2>
<form class="row" role="search" method="get" action="/admin/">
<label>${words.text('search')} <input name="search" value="${escaped(search)}" maxlength="200" autocomplete="off"></label>
<label>${words.text('status')} <select name="status">${options.join('')}</select></label>
<button>${words.text('show')}</button>
</form>
${matchList(words, found)}`,
  );
}

export function matchPage(
  words: Words,
  match: MatchFacts,
  actions: readonly Action[],
  { notice, canCheck }: { readonly notice: Notice | undefined; readonly canCheck: boolean },
): string {
  const rows: [string, string][] = [
    ['status', statusOf(words, match)],
    ['match', `<code>${escaped(match.matchId)}</code>`],
    ['edition', escaped(match.edition)],
    ['rules', words.text('rules-version', { version: String(match.rulesVersion) })],
    ['visibility', match.visibility === null ? words.text('unreadable') : words.text(match.visibility)],
    ['clock', match.clock === null ? '–' : words.text(`clock-${match.clock}`)],
    ['created', words.ago(match.createdAt)],
    ['changed', words.ago(match.updatedAt)],
    ['where', whereOf(words, match)],
    ['asked', askedIn(words, match)],
  ];
  const seats = match.seats.map(({ seat, occupant, id, name, isHere }) => {
    const who = name === null ? words.text('open') : escaped(name);
    const marks = [
      ...(occupant === 'bot' ? [words.text('bot')] : []),
      ...(id !== null && id === match.host ? [words.text('host')] : []),
      ...(isHere === null ? [] : [words.text(isHere ? 'here' : 'away')]),
    ];
    const shown = id === null ? who : `${link(playerLink(id), who)} <code>${escaped(id)}</code>`;
    return `<li>${seat + 1}. ${shown}${marks.length === 0 ? '' : ` <span class="faint">${words.list(marks)}</span>`}</li>`;
  });
  return frame(
    words,
    `${words.titleOf(match.game)} · ${match.matchId}`,
    `${noticeHtml(notice)}
<dl class="facts">${rows.map(([key, html]) => `<div><dt>${words.text(key)}</dt><dd>${html}</dd></div>`).join('\n')}</dl>
<h2>${words.text('seats')}</h2>
<ul class="plain">${seats.join('\n')}</ul>
<h2>${words.text('measures')}</h2>
<p class="row">${possibleActions(match)
      .map((action) =>
        link(matchLink(match.matchId, `?do=${action}`), words.text(`do-${action}`), 'class="button"'),
      )
      .join('\n')}${canCheck ? checkLink(words, match) : ''}</p>
${actionList(words, actions)}`,
  );
}

/** A match that is over is checked in the browser, and by anybody: its record is public. */
function checkLink(words: Words, { status, matchId }: MatchFacts): string {
  if (status !== 'finished' && status !== 'abandoned') return '';
  return link(`/verify/${encodeURIComponent(matchId)}`, words.text('check'), 'class="button"');
}

/** The actions that are possible on a match now. */
function possibleActions({ status, heldSince, visibility }: MatchFacts): MatchActionName[] {
  const isOver = status === 'finished' || status === 'abandoned';
  return [
    ...(status === 'playing' || (status === 'frozen' && heldSince === null) ? (['freeze'] as const) : []),
    ...(heldSince !== null ? (['unfreeze'] as const) : []),
    ...(visibility === 'public' && !isOver ? (['unlist'] as const) : []),
    ...(isOver ? [] : (['close'] as const)),
  ];
}

const NOTICE_COUNTS = ['targets', 'waiting', 'delivered', 'failed', 'failing', 'stopped'] as const;

export interface Question {
  readonly title: string;
  readonly explanation: string;
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** Further fields. */
  readonly fields?: string;
  readonly button: string;
  readonly back: string;
}

/** Every action is confirmed with a reason first. */
export function questionPage(words: Words, question: Question): string {
  const { title, explanation, action, hidden, fields = '', button, back } = question;
  const inputs = Object.entries(hidden).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return frame(
    words,
    title,
    `<p>${escaped(explanation)}</p>
<form class="column" method="post" action="${escaped(action)}">
${inputs.join('')}
${fields}
<label>${words.text('reason')} <input name="reason" required minlength="3" maxlength="200" autocomplete="off"></label>
<p class="faint">${words.text('reason-why')}</p>
<p class="row"><button>${escaped(button)}</button> ${link(back, words.text('back'), 'class="button"')}</p>
</form>`,
  );
}

export function playerPage(words: Words, player: PlayerFacts, notice: Notice | undefined): string {
  const { id, names, silencedUntil, matches, actions } = player;
  const measures = [...(silencedUntil === null ? ['silence'] : ['silence', 'unsilence']), 'export', 'forget'];
  return frame(
    words,
    names[0] ?? id,
    `${noticeHtml(notice)}
<dl class="facts">
<div><dt>${words.text('player')}</dt><dd><code>${escaped(id)}</code></dd></div>
<div><dt>${words.text('names')}</dt><dd>${names.length === 0 ? '–' : escaped(names.join(', '))}</dd></div>
<div><dt>${words.text('chat')}</dt><dd>${silencedUntil === null ? words.text('may-chat') : `${words.text('silenced')} ${words.ago(silencedUntil)}`}</dd></div>
</dl>
<h2>${words.text('measures')}</h2>
<p class="row">${measures.map((one) => link(playerLink(id, `&do=${one}`), words.text(`do-${one}`), 'class="button"')).join('\n')}</p>
<h2>${words.text('matches')}</h2>
${matchList(words, { matches, complete: true })}
${actionList(words, actions)}`,
  );
}

/** Numbers alone: neither what is told nor to whom. */
export function noticesPage(words: Words, facts: NoticeFacts, notice: Notice | undefined): string {
  const { stoppedSince, unset, types } = facts;
  const wish = stoppedSince === null ? 'stop-notices' : 'send-notices';
  const state =
    stoppedSince === null
      ? words.text('notices-sent')
      : `<strong>${words.text('notices-none-sent')}</strong> ${words.ago(stoppedSince)}`;
  const items = types.map(({ type, ...counts }) => {
    const rows = NOTICE_COUNTS.map(
      (key) => `<div><dt>${words.text(`notices-${key}`)}</dt><dd>${words.number(counts[key])}</dd></div>`,
    );
    return `<h2>${words.text(`target-${type}`)}</h2>\n<dl class="facts">${rows.join('\n')}</dl>`;
  });
  return frame(
    words,
    words.say('admin.notices'),
    `${noticeHtml(notice)}
<p>${state}</p>
${unset === null ? '' : `<p>${words.text(`notices-without-${unset}`)}</p>`}
<p class="row">${link(`${NOTICES}?do=${wish}`, words.text(`do-${wish}`), 'class="button"')}</p>
${items.length === 0 ? `<p>${words.text('no-targets')}</p>` : items.join('\n')}
<p class="faint">${words.text('notices-since')}</p>`,
  );
}

export function actionsPage(words: Words, actions: readonly Action[]): string {
  return frame(words, words.say('admin.actions'), actionList(words, actions));
}

function frame(words: Words, title: string, content: string): string {
  return pageOf(
    words.language,
    `${title} · Quayside`,
    `<nav class="row">${link('/admin/', words.text('title'))} ${link('/admin/actions', words.text('actions'))} ${link(NOTICES, words.text('notices'))}</nav>
<h1>${escaped(title)}</h1>
${content}`,
  );
}

function noticeHtml(notice: Notice | undefined): string {
  if (notice === undefined) return '';
  return `<p class="notice ${notice.kind}" role="status">${escaped(notice.text)}</p>`;
}

function processCard(words: Words, one: ProcessFacts): string {
  const { number, address, isThis, isReached, version, uptimeSeconds, tables, clients } = one;
  const facts = [
    ...(isThis ? [words.text('this-process')] : []),
    ...(address === null ? [] : [escaped(address)]),
    ...(isReached ? [] : [words.text('not-reached')]),
    ...(version === null ? [] : [escaped(version)]),
    ...(uptimeSeconds === null ? [] : [words.text('up', { time: words.duration(uptimeSeconds) })]),
  ];
  const load =
    tables === null || clients === null
      ? ''
      : `<br>${words.text('load', { tables: words.number(tables), clients: words.number(clients) })}`;
  return `<li><strong>${words.text('process', { number: String(number) })}</strong> ${words.list(facts)}${load}</li>`;
}

/** What to know before a process with old rules is stopped. */
function rulesList(words: Words, rules: readonly RulesInUse[], all: number): string {
  if (rules.length === 0) return `<p>${words.text('no-rules')}</p>`;
  const items = rules.map(({ game, rulesVersion, edition, matches, processes }) => {
    const version = words.text('rules-version', { version: String(rulesVersion) });
    const warning = processes === 0 ? 'rules-nowhere' : processes === 1 && all > 1 ? 'rules-once' : undefined;
    const count = words.text('rules-count', {
      matches: words.number(matches),
      processes: words.number(processes),
    });
    const warned = warning === undefined ? '' : `<br><strong>${words.text(warning)}</strong>`;
    return `<li>${escaped(words.titleOf(game))}, ${version} (${escaped(edition)})<br>${count}${warned}</li>`;
  });
  return `<ul class="cards">${items.join('\n')}</ul>`;
}

function matchList(words: Words, { matches, complete }: FoundMatches): string {
  if (matches.length === 0) return `<p>${words.text(complete ? 'none' : 'none-so-far')}</p>`;
  const cards = matches.map((match) => {
    const people = match.seats.flatMap(({ id, name }) =>
      id === null || name === null ? [] : [link(playerLink(id), escaped(name))],
    );
    return `<li>${link(matchLink(match.matchId), `${escaped(words.titleOf(match.game))} · <code>${escaped(match.matchId)}</code>`)}
<br>${statusOf(words, match)}, ${words.text('changed-ago')} ${words.ago(match.updatedAt)}, ${whereOf(words, match)}
<br>${people.length === 0 ? words.text('no-people') : words.list(people)}</li>`;
  });
  const more = complete ? '' : `<p>${words.text('more')}</p>`;
  return `<ul class="cards">${cards.join('\n')}</ul>${more}`;
}

function actionList(words: Words, actions: readonly Action[]): string {
  const items = actions.map(({ at, by, action, matchId, player, reason, until }) => {
    const what = action === 'silence' && until !== null && until <= at ? 'unsilence' : action;
    const about = [
      ...(matchId === null ? [] : [link(matchLink(matchId), `<code>${escaped(matchId)}</code>`)]),
      ...(player === null ? [] : [link(playerLink(player), `<code>${escaped(player)}</code>`)]),
    ];
    return `<li>${words.ago(at)}, <strong>${escaped(by)}</strong>: ${words.text(`did-${what}`)} ${words.list(about)}
<br>${escaped(reason)}</li>`;
  });
  const list =
    items.length === 0 ? `<p>${words.text('no-actions')}</p>` : `<ul class="cards">${items.join('\n')}</ul>`;
  return `<h2>${words.text('actions')}</h2>\n${list}`;
}

function statusOf(words: Words, { status, heldSince, lacksRules }: MatchFacts): string {
  if (lacksRules) return words.text('status-no-rules');
  return words.text(heldSince === null ? `status-${status}` : 'status-held');
}

function whereOf(words: Words, { process, connections, spectators }: MatchFacts): string {
  if (process === null) return words.text('asleep');
  return words.text('live', {
    process: String(process),
    connections: words.number(connections),
    spectators: words.number(spectators),
  });
}

function askedIn(words: Words, { asked }: MatchFacts): string {
  if (asked === null || asked.length === 0) return '–';
  return words.list(
    asked.map(({ seat, deadline }) => {
      const who = words.text('seat', { number: String(seat + 1) });
      return deadline === null ? who : `${who} (${words.ago(deadline)})`;
    }),
  );
}
