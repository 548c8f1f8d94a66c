import type { KindPhrases, Phrases } from './languages.js'

const practice: Omit<KindPhrases, 'outline' | 'proofs' | 'lesson'> = {
  questions: [
    'Wer hat mit {noun} zu tun, und wer entscheidet darüber?',
    'Was genau ist mit {noun} gemeint, in einem Satz?',
    'Warum gerade jetzt, und was geschieht, wenn nichts geschieht?',
    'Wie läuft es heute ab, Schritt für Schritt?',
    'Was kostet es an Geld, Zeit und Aufmerksamkeit?',
    'Was kann schiefgehen, und wer würde es zuerst merken?',
    'Woran erkennt man, dass es geklappt hat?',
    'Was lässt sich bei {noun} heute schon tun?'
  ],
  angles: {
    contrarian: {
      idea: 'Stellen Sie den üblichen Rat infrage, und sagen Sie, für wen er nicht gilt.',
      ask: 'der übliche Rat und der Fall, in dem Sie ihm nicht folgen würden'
    },
    'how-to': {
      idea: 'Zeigen Sie den ersten Schritt so genau, dass er heute noch gelingt.',
      ask: 'der erste Schritt und wie lange er dauert'
    },
    story: {
      idea: 'Beginnen Sie mit einem Fall, den Sie selbst erlebt haben, und ziehen Sie danach den Schluss.',
      ask: 'ein Fall: wer, wann und was geschah'
    }
  }
}

/** What the rules write in German. Own texts. */
export const german: Phrases = {
  topic: '„{topic}“',
  copy: {
    outline: 'Gliederung, kein fertiger Text: {heading}',
    fillIn: 'Ersetzen Sie jeden Teil in Klammern durch eigene Fakten.',
    proof: 'Beleg',
    request: 'Eine Frage oder Bitte an die Leserschaft.',
    address: 'Für {audience}.',
    firstLines: {
      named: '{Heading}, für {audience}.',
      addressed: 'Für {audience}: {heading}',
      counted: '{Heading}: {count} Punkte für {audience}.'
    },
    title: '{heading} für {audience}',
    linkLead: 'Mehr zu {noun}:',
    chapters: 'In diesem Video:',
    headings: { points: 'Was wichtig ist', body: 'Im Einzelnen' },
    closings: {
      discuss: {
        plain: 'Was würden Sie zu {noun} ergänzen?',
        bold: 'Wo widersprechen Sie bei {noun}?',
        friendly: 'Welche Erfahrung haben Sie mit {noun} gemacht? Ich bin gespannt.',
        expert: 'Was zeigt Ihre eigene Erfahrung mit {noun}?'
      },
      sell: {
        plain: 'Wenn Sie bei {noun} Hilfe möchten, schreiben Sie mir eine Nachricht.',
        bold: 'Hilfe bei {noun}? Schreiben Sie mir eine Nachricht.',
        friendly: 'Wenn Sie bei {noun} Hilfe möchten, schreiben Sie mir eine Nachricht. Es eilt nicht.',
        expert: 'Wenn Sie gerade an {noun} arbeiten, schreiben Sie mir eine Nachricht.'
      },
      announce: {
        plain: 'Fragen zu {noun}? Stellen Sie sie in den Kommentaren.',
        bold: 'Stellen Sie die schwierigen Fragen zu {noun} in den Kommentaren.',
        friendly: 'Möchten Sie mehr über {noun} wissen? Fragen Sie gern in den Kommentaren.',
        expert: 'Fragen und Einwände zu {noun} sind in den Kommentaren willkommen.'
      }
    },
    numerals: ['zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn']
  },
  kinds: {
    'how-to': {
      ...practice,
      outline: [
        { heading: 'Für wen das ist', note: 'Was man erreichen will, und wer den Text überspringen kann.' },
        { heading: 'Das Ergebnis', note: 'Was am Ende da ist, damit man weiß, wann man fertig ist.' },
        { heading: 'Was bereitliegen muss', note: 'Werkzeuge, Zugänge und Personen. Nur das Nötige.' },
        { heading: 'Die Schritte, der Reihe nach', note: 'Je Schritt eine Handlung, die mit einem Verb beginnt.' },
        { heading: 'Wo es hakt', note: 'Der Schritt, und was dort geholfen hat.' },
        { heading: 'Wie man prüft, ob es geklappt hat', note: 'Eine Prüfung, die am selben Tag möglich ist.' }
      ],
      proofs: ['Ein fertiges Beispiel, das jeden Schritt zeigt.', 'Ein Vorher und Nachher, gleich gemessen.'],
      lesson: 'Nach dem Lesen gelingt der erste Schritt bei {noun}, und man weiß, wie man das Ergebnis prüft.'
    },
    list: {
      ...practice,
      outline: [
        { heading: 'Warum diese Liste', note: 'Was die Einträge gemeinsam haben, und wer sie gewählt hat.' },
        { heading: 'Wie gewählt wurde', note: 'Die Prüfung, die ein Eintrag bestehen musste.' },
        { heading: 'Die Einträge, der stärkste zuerst', note: 'Jeweils: was es ist, wann es hilft, was es kostet.' },
        { heading: 'Was fehlt', note: 'Ein beliebter Eintrag, der die Prüfung nicht bestanden hat, und warum.' },
        { heading: 'Was man zuerst versuchen sollte', note: 'Ein Eintrag, mit dem Grund in einem Satz.' }
      ],
      proofs: ['Die Prüfung, die jeder Eintrag bestehen musste.', 'Eigene Erfahrung mit mindestens einem Eintrag.'],
      lesson: 'Nach dem Lesen ist klar, welcher Eintrag zuerst kommt, und warum gerade dieser.'
    },
    comparison: {
      outline: [
        { heading: 'Die Aufgabe', note: 'Ein Satz dazu, wofür die eine oder andere Lösung gebraucht wird.' },
        { heading: 'Anforderungen', note: 'Was eine Lösung sofort ausschließt.' },
        { heading: 'Für {first}', note: 'Der Fall, in dem man sich mit gutem Grund dafür entscheidet.' },
        { heading: 'Für {second}', note: 'Dasselbe, in gleicher Form und Länge.' },
        { heading: 'Was ein späterer Wechsel kostet', note: 'In Stunden und in Geld, für beide Richtungen.' },
        { heading: 'Welche Wahl wann passt', note: 'Eine Empfehlung für jede Art von Leserschaft.' }
      ],
      questions: [
        'Wer muss mit {first} oder {second} leben, und wer entscheidet?',
        'Welche Aufgabe sollen beide lösen?',
        'Warum ist die Wahl zwischen {first} und {second} gerade offen?',
        'Was spricht für {first}, was für {second}?',
        'Was kostet beides im ersten Jahr, und was im dritten?',
        'Was kann jeweils schiefgehen, und wer würde es zuerst merken?',
        'Was würde ein späterer Wechsel von {first} zu {second} bedeuten?',
        'Was passt zur Leserschaft, und was würde die Antwort ändern?'
      ],
      proofs: [
        'Dieselbe Aufgabe, mit beiden gelöst, mit denselben Daten.',
        'Preise und Grenzen mit dem Tag, an dem sie nachgesehen wurden.'
      ],
      lesson: 'Nach dem Lesen ist klar, ob {first} oder {second} zur Aufgabe passt, und was die Antwort ändern würde.',
      angles: {
        contrarian: {
          idea: 'Sagen Sie, wann die weniger beliebte Wahl die richtige ist.',
          ask: 'der Fall, in dem Sie sich für {second} entscheiden würden'
        },
        'how-to': {
          idea: 'Geben Sie eine Prüfung an die Hand statt eines Siegers.',
          ask: 'die Prüfung, die zwischen {first} und {second} entscheidet'
        },
        story: {
          idea: 'Erzählen Sie eine Entscheidung vom ersten Zweifel bis zum Ergebnis.',
          ask: 'wer zwischen {first} und {second} gewählt hat, und mit welchem Ergebnis'
        }
      }
    },
    opinion: {
      outline: [
        { heading: 'Die These in einem Satz', note: 'So genau, dass man sie widerlegen könnte.' },
        { heading: 'Woher sie kommt', note: 'Was Sie gesehen oder getan haben.' },
        { heading: 'Der beste Beleg', note: 'Ihr stärkstes Beispiel, mit Einzelheiten.' },
        { heading: 'Der beste Einwand', note: 'In Worten, denen die Gegenseite zustimmen würde.' },
        { heading: 'Wo sie nicht mehr stimmt', note: 'Die Lage, in der Sie das Gegenteil tun würden.' },
        { heading: 'Was daraus folgt', note: 'Eine Änderung, die noch diese Woche möglich ist.' }
      ],
      questions: [
        'Wer vertritt diese Ansicht, und wer hat dabei etwas zu verlieren?',
        'Was genau wird behauptet, in einem Satz?',
        'Warum gerade jetzt?',
        'Was ist das stärkste Beispiel dafür?',
        'Was kostet es, danach zu handeln, und was, sich zu irren?',
        'Was ist der beste Einwand, und von wem kommt er?',
        'Wo stimmt es nicht mehr?',
        'Was sollte man morgen anders machen?'
      ],
      proofs: [
        'Ein Fall, der passt, und einer, der nicht passt.',
        'Der Einwand in den Worten derer, die ihn vertreten.'
      ],
      lesson: 'Nach dem Lesen ist klar, was für die These spricht, was dagegen, und wo sie nicht mehr stimmt.',
      angles: {
        contrarian: {
          idea: 'Geben Sie der Gegenseite ihr bestes Argument, und antworten Sie darauf.',
          ask: 'der beste Einwand, den Sie kennen'
        },
        'how-to': {
          idea: 'Machen Sie aus der These etwas, das man tun kann.',
          ask: 'eine Änderung, die daraus folgt'
        },
        story: {
          idea: 'Beginnen Sie mit dem Augenblick, in dem es Ihnen aufgefallen ist.',
          ask: 'wann es Ihnen aufgefallen ist, und was Sie gesehen haben'
        }
      }
    },
    announcement: {
      outline: [
        { heading: 'Was neu ist', note: 'Ein Satz, ohne Adjektiv.' },
        { heading: 'Für wen es ist', note: 'Und wer nichts ändern muss.' },
        { heading: 'Was sich ändert', note: 'Die Aufgabe, die leichter wird, vom ersten bis zum letzten Schritt.' },
        { heading: 'Was gleich bleibt', note: 'Preise, Daten, Gewohnheiten: wonach gefragt werden wird.' },
        { heading: 'Wie und ab wann', note: 'Termine, Orte und Bedingungen.' },
        { heading: 'Wo man fragen kann', note: 'Eine Person oder eine Adresse.' }
      ],
      questions: [
        'Für wen ist es, und wer muss nichts ändern?',
        'Was ist neu, in einem Satz?',
        'Warum gibt es das, und warum jetzt?',
        'Wie bekommt man es, und ab wann?',
        'Was kostet es, und was ist darin enthalten?',
        'Was könnte nicht mehr gehen, und wie macht man es rückgängig?',
        'Was bleibt gleich?',
        'Wo kann man fragen?'
      ],
      proofs: [
        'Termine, Preise und Grenzen, geprüft von den Verantwortlichen.',
        'Ein Bild oder eine Aufnahme davon im Einsatz.'
      ],
      lesson: 'Nach dem Lesen ist klar, was neu ist, wen es betrifft, und was als Nächstes zu tun ist.',
      angles: {
        contrarian: {
          idea: 'Sagen Sie, für wen es nicht ist. Das macht den Rest glaubwürdig.',
          ask: 'wer es übergehen kann, und warum'
        },
        'how-to': {
          idea: 'Zeigen Sie die eine Aufgabe, die sich ändert, vom ersten bis zum letzten Schritt.',
          ask: 'die Aufgabe, die sich ändert, vorher und nachher'
        },
        story: {
          idea: 'Beginnen Sie mit der Frage oder Beschwerde, die der Anlass war.',
          ask: 'die Frage, die der Anlass war, und von wem sie kam'
        }
      }
    },
    case: {
      outline: [
        { heading: 'Die Lage vorher', note: 'In klaren Zahlen, mit Datum.' },
        { heading: 'Was zu entscheiden war', note: 'Die Möglichkeiten, und wer entschieden hat.' },
        { heading: 'Was getan wurde, der Reihe nach', note: 'Auch das, was nicht geholfen hat.' },
        { heading: 'Was herauskam', note: 'Dieselben Zahlen wie am Anfang, gleich gemessen.' },
        { heading: 'Was man anders machen würde', note: 'Und warum.' },
        { heading: 'Was sich übernehmen lässt', note: 'Das kleinste Stück, das ohne den Rest funktioniert.' }
      ],
      questions: [
        'Wer war beteiligt, und wer musste zustimmen?',
        'Wie war die Lage vorher, in klaren Zahlen?',
        'Warum wurde überhaupt etwas getan, und warum damals?',
        'Was wurde getan, in welcher Reihenfolge, und was half nicht?',
        'Was hat es an Geld, Zeit und Vertrauen gekostet?',
        'Was hätte schiefgehen können, und was beinahe?',
        'Was war das Ergebnis, gemessen wie vorher?',
        'Welchen Teil können andere übernehmen?'
      ],
      proofs: [
        'Die Zahlen vorher und nachher, mit Datum.',
        'Das Einverständnis der Personen und Firmen, die genannt werden.'
      ],
      lesson: 'Nach dem Lesen ist klar, was warum entschieden wurde, und welcher Teil sich übernehmen lässt.',
      angles: {
        contrarian: {
          idea: 'Fragen Sie, was auch so geschehen wäre.',
          ask: 'was ohne die Änderung geschehen wäre'
        },
        'how-to': {
          idea: 'Zeigen Sie das Stück, das ohne den Rest funktioniert.',
          ask: 'das Stück, das andere übernehmen können'
        },
        story: {
          idea: 'Beginnen Sie mit dem Tag, bevor sich etwas änderte.',
          ask: 'der Tag davor: Zahlen und Personen'
        }
      }
    },
    sensitive: {
      outline: [
        { heading: 'Was bekannt ist', note: 'Jede Aussage mit Quelle und Datum.' },
        { heading: 'Was nicht bekannt ist', note: 'Offen sagen, nicht vermuten.' },
        { heading: 'Wer betroffen ist', note: 'In Worten, die Betroffene selbst verwenden.' },
        { heading: 'Wo es Hilfe gibt', note: 'Eine Adresse oder Nummer, die heute geprüft wurde.' },
        { heading: 'Wer den Text geprüft hat', note: 'Eine Fachperson, mit Name und Funktion.' }
      ],
      questions: [
        'Wer ist betroffen, und wer hat der Erwähnung zugestimmt?',
        'Was ist gesichert, und durch welche Quelle?',
        'Was ist umstritten oder nicht bekannt?',
        'Warum erscheint der Text jetzt?',
        'Was könnte Betroffenen schaden, die ihn lesen?',
        'Wo gibt es Hilfe?',
        'Welche Fachperson prüft den Text?',
        'Was soll man danach wissen oder tun können?'
      ],
      proofs: [
        'Eine Quelle zu jeder Aussage, mit Datum.',
        'Das schriftliche Einverständnis aller, die erkennbar sind.'
      ],
      lesson: 'Nach dem Lesen ist klar, was gesichert ist, wer es sagt, und wo es Hilfe gibt.',
      angles: {
        contrarian: {
          idea: 'Berichtigen Sie ein verbreitetes Missverständnis, mit Quelle.',
          ask: 'das Missverständnis und die Quelle, die es berichtigt'
        },
        'how-to': {
          idea: 'Zeigen Sie Schritt für Schritt, wo es Hilfe gibt.',
          ask: 'die erste Anlaufstelle'
        },
        story: {
          idea: 'Lassen Sie eine betroffene Person sprechen, die dem Zitat zugestimmt hat.',
          ask: 'ein Zitat, mit Einverständnis'
        }
      }
    }
  },
  brief: {
    keyMessages: {
      sell: 'Nach dem Lesen ist klar, was Hilfe bei {noun} wert wäre, und wie man danach fragt.',
      engage: 'Nach dem Lesen möchte man zu {noun} etwas aus der eigenen Arbeit ergänzen.',
      announce: 'Nach dem Lesen ist klar, was an {noun} neu ist, wen es betrifft, und was als Nächstes zu tun ist.'
    },
    anyReader: 'die Leserschaft',
    forWhom: {
      unknown: 'Für wen ist der Text, und was ist dort schon bekannt?',
      known: 'Was ist dieser Zielgruppe schon bekannt, und was muss sie entscheiden oder tun? ({audience})'
    },
    sourceFor: 'Eine Quelle für: {point}',
    manners: {
      educate: {
        do: [
          'Ein durchgerechnetes Beispiel zeigen.',
          'Den Schritt nennen, an dem es hakt.',
          'Aufhören, sobald man handeln kann.'
        ],
        avoid: ['Die Geschichte des Themas vor der ersten nützlichen Zeile.', 'Begriffe, die man nachschlagen muss.']
      },
      sell: {
        do: [
          'Das Problem vor dem Angebot beschreiben.',
          'Sagen, für wen das Angebot nicht passt.',
          'Um einen nächsten Schritt bitten.'
        ],
        avoid: ['Superlative, die sich nicht belegen lassen.', 'Druck durch erfundene Fristen.']
      },
      engage: {
        do: [
          'Eine Frage stellen, auf die es mehr als eine gute Antwort gibt.',
          'Die eigene Antwort zuerst geben.',
          'Auf die ersten Kommentare antworten.'
        ],
        avoid: ['Fragen, auf die man mit Ja oder Nein antwortet.', 'Meinungen, die man nicht hat.']
      },
      announce: {
        do: [
          'Die Neuigkeit in die erste Zeile setzen.',
          'Sagen, was gleich bleibt.',
          'Ein Datum und eine Adresse für Fragen nennen.'
        ],
        avoid: ['Dank an alle vor der Neuigkeit.', 'Versprechen über das, was es noch nicht gibt.']
      }
    },
    sensitive: {
      do: [
        'Zu jeder Aussage eine Quelle nennen.',
        'Sagen, wo es Hilfe gibt.',
        'Den Text vor der Veröffentlichung von einer Fachperson lesen lassen.'
      ],
      avoid: [
        'Scherze, Andeutungen und Aufforderungen zum Kommentieren.',
        'Einzelheiten, an denen jemand ohne Einverständnis zu erkennen ist.'
      ],
      cta: '[Wo es Hilfe gibt: eine Adresse oder Nummer, die heute geprüft wurde.]'
    },
    checks: [
      'Die erste Zeile sagt, worum es geht.',
      'Jede Zahl hat eine Quelle.',
      'Am Ende steht eine einzige Bitte oder Frage.',
      'Es steht nichts darin, was man nicht auch persönlich sagen würde.',
      'Jemand anderes hat den Text laut gelesen.'
    ]
  },
  discovery: {
    keyMessage:
      'Suchen Sie eine Frage, die Ihnen wirklich gestellt wurde, und beantworten Sie sie für alle anderen, die sie auch haben.',
    angles: {
      contrarian: {
        idea: 'Etwas, womit Sie aufgehört haben, und warum.',
        hook: 'Womit haben Sie in diesem Jahr aufgehört, und wem ist es aufgefallen?'
      },
      'how-to': {
        idea: 'Etwas, das Sie mehr als einmal erklären sollten.',
        hook: 'Schreiben Sie die Antwort auf, die Sie diese Woche zweimal gegeben haben.'
      },
      story: {
        idea: 'Ein Tag, an dem etwas anders kam als geplant.',
        hook: 'Beschreiben Sie den letzten Tag, der nicht nach Plan verlief.'
      }
    },
    outline: [
      { heading: 'Die Frage, wie sie gestellt wurde', note: 'In den Worten derer, die gefragt haben.' },
      { heading: 'Warum gefragt wurde', note: 'Was damit erreicht werden sollte.' },
      { heading: 'Die kurze Antwort', note: 'Ein Satz.' },
      { heading: 'Die lange Antwort', note: 'Wovon es abhängt, mit einem Beispiel für jeden Fall.' },
      { heading: 'Was als Nächstes zu tun ist', note: 'Ein Schritt, der heute möglich ist.' }
    ],
    questions: [
      'Was hat eine Kundin oder ein Kollege Sie diese Woche gefragt?',
      'Was erklären Sie immer wieder?',
      'Welchen Fehler haben Sie mehr als einmal gesehen?',
      'Was machen Sie anders als andere in Ihrem Fach?',
      'Worüber denken Sie heute anders, und wodurch?',
      'Welches Werkzeug oder welche Gewohnheit würden Sie nicht aufgeben?',
      'Wovor haben Menschen Sorge, bevor sie mit Ihnen arbeiten?',
      'Was hätten Sie vor einem Jahr gern gewusst?'
    ],
    proof: 'Die Frage im Wortlaut, mit Einverständnis zum Zitat.',
    cta: 'Was möchten Sie gern erklärt haben?'
  }
}
