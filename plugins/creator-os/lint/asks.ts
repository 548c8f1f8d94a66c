/** Sentences that ask a reader to do something for the author. Own list, in lower case. */
export const askCues: readonly RegExp[] = [
  /\b(?:sign up|subscribe|register|enrol|enroll|book a|book your|download|get started|start (?:your|a) (?:free )?trial|buy now|order now|shop now|try it free)\b/,
  /\b(?:send (?:me|us) a message|send a message|message me|message us|dm me|get in touch|contact us|reach out|email me|email us)\b/,
  /\b(?:in a reply|in the replies|in the comments|comment below|leave a comment|let me know|tell me what|just ask|tell us what)\b/,
  /\b(?:follow (?:me|us)|share this|repost|retweet|save this|tag a|link in bio|click (?:here|the link|below)|read more|learn more|find out more)\b/
]
