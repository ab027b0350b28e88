// What is wrong with the subject of a commit: it says in a few words, as an order, what the commit does.

const LONGEST = 60;
const AREA = /^[a-z0-9][a-z0-9 ,./:-]*?: (?=\S)/;
/** Words that begin a description, not an order. */
const NOT_VERBS =
  /^(?:a|all|an|and|another|any|both|each|every|for|from|he|how|if|in|it|its|more|most|new|no|nothing|of|on|one|only|she|so|some|than|that|the|there|they|this|those|two|three|we|what|when|where|which|who|whoever|why|with|without)$/i;
/** Verbs that look like plurals, or like the forms of other verbs. */
const ORDERS = /^(?:\w+ss|focus|bias|need|feed|speed|seed|proceed|embed|shed|bring|string|ping|ring|sing)$/i;

export function faultsOf(subject: string): readonly string[] {
  if (/^(?:Merge|Revert) /.test(subject)) return [];
  const [first = ''] = subject.replace(AREA, '').split(/[\s,;:]/);
  const isOrder = ORDERS.test(first) || !(NOT_VERBS.test(first) || /(?:ed|ing|s)$/i.test(first));
  return [
    ...(subject.length > LONGEST ? [`${subject.length} characters, at most ${LONGEST}`] : []),
    ...(AREA.test(subject) ? [] : ['begins with its area, such as «rooms: »']),
    ...(isOrder ? [] : [`«${first}» is no order: begin with a verb, such as «keep», «refuse», «explain»`]),
    ...(/\.$/.test(subject) ? ['ends with a full stop'] : []),
  ];
}
