import type { KindPhrases, Phrases } from './languages.js'

const practice: Omit<KindPhrases, 'outline' | 'proofs' | 'lesson'> = {
  questions: [
    'Qui est concerné par {noun}, et qui décide ?',
    'Que faut-il entendre exactement par {noun}, en une phrase ?',
    'Pourquoi maintenant, et que se passe-t-il si rien ne change ?',
    "Comment cela se passe-t-il aujourd'hui, étape par étape ?",
    'Combien cela coûte-t-il, en argent, en temps et en attention ?',
    "Qu'est-ce qui peut échouer, et qui s'en apercevrait en premier ?",
    'À quoi verrait-on que cela a fonctionné ?',
    "Que peut-on faire dès aujourd'hui sur le sujet {noun} ?"
  ],
  angles: {
    contrarian: {
      idea: 'Mettez en doute le conseil habituel, et dites pour qui il ne vaut pas.',
      ask: 'le conseil habituel, et le cas où vous ne le suivriez pas'
    },
    'how-to': {
      idea: "Montrez la première étape avec assez de détails pour qu'on puisse la faire aujourd'hui.",
      ask: "la première étape, et le temps qu'elle prend"
    },
    story: {
      idea: 'Commencez par un cas que vous avez vécu, puis donnez la leçon.',
      ask: "un cas : qui, quand, et ce qui s'est passé"
    }
  }
}

/** What the rules write in French. Own texts. */
export const french: Phrases = {
  topic: '« {topic} »',
  copy: {
    outline: 'Plan, et non texte fini : {heading}',
    fillIn: 'Remplacez chaque partie entre crochets par vos propres faits.',
    proof: 'Preuve',
    request: 'Une seule question ou demande au lecteur.',
    address: 'Pour {audience}.',
    firstLines: {
      named: '{Heading}, pour {audience}.',
      addressed: 'Pour {audience} : {heading}',
      counted: '{Heading} : {count} points pour {audience}.'
    },
    title: '{heading} pour {audience}',
    linkLead: 'En savoir plus sur {noun} :',
    chapters: 'Dans cette vidéo :',
    headings: { points: "L'essentiel", body: 'En détail' },
    closings: {
      discuss: {
        plain: "Qu'ajouteriez-vous sur {noun} ?",
        bold: "Sur quoi n'êtes-vous pas d'accord à propos de {noun} ?",
        friendly: 'Quelle est votre expérience sur {noun} ? Je la lirai avec plaisir.',
        expert: 'Que montre votre propre expérience sur {noun} ?'
      },
      sell: {
        plain: "Si vous souhaitez de l'aide sur {noun}, écrivez-moi.",
        bold: "Besoin d'aide sur {noun} ? Écrivez-moi.",
        friendly: "Si vous souhaitez de l'aide sur {noun}, écrivez-moi. Rien ne presse.",
        expert: 'Si vous travaillez en ce moment sur {noun}, écrivez-moi.'
      },
      announce: {
        plain: 'Des questions sur {noun} ? Posez-les en commentaire.',
        bold: 'Posez les questions difficiles sur {noun} en commentaire.',
        friendly: 'Une question sur {noun} ? Posez-la en commentaire.',
        expert: 'Questions et objections sur {noun} sont bienvenues en commentaire.'
      }
    },
    numerals: ['deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf', 'dix']
  },
  kinds: {
    'how-to': {
      ...practice,
      outline: [
        { heading: "À qui s'adresse ce texte", note: 'Ce que le lecteur cherche à faire, et qui peut passer.' },
        { heading: 'Le résultat', note: "Ce qui est là à la fin, pour savoir quand s'arrêter." },
        { heading: "Ce qu'il faut préparer", note: 'Outils, accès et personnes. Seulement le nécessaire.' },
        { heading: "Les étapes, dans l'ordre", note: 'Une action par étape, chacune avec un verbe.' },
        { heading: 'Où cela bloque', note: "L'étape en question, et ce qui a aidé." },
        { heading: 'Comment vérifier', note: 'Un contrôle possible le jour même.' }
      ],
      proofs: ['Un exemple complet qui montre chaque étape.', 'Un avant et un après, mesurés de la même façon.'],
      lesson: 'Après la lecture, on peut faire la première étape sur {noun}, et vérifier le résultat.'
    },
    list: {
      ...practice,
      outline: [
        { heading: 'Pourquoi cette liste', note: 'Ce que les éléments ont en commun, et qui les a choisis.' },
        { heading: 'Comment ils ont été choisis', note: "L'épreuve que chaque élément a dû passer." },
        {
          heading: "Les éléments, le plus fort d'abord",
          note: "Pour chacun : ce que c'est, quand cela aide, ce que cela coûte."
        },
        { heading: 'Ce qui manque', note: "Un élément connu qui n'a pas été retenu, et pourquoi." },
        { heading: 'Par lequel commencer', note: 'Un élément, avec la raison en une phrase.' }
      ],
      proofs: ["L'épreuve que chaque élément a dû passer.", "L'usage personnel d'au moins un élément."],
      lesson: 'Après la lecture, on sait par quel élément commencer, et pourquoi celui-là.'
    },
    comparison: {
      outline: [
        { heading: 'La tâche à accomplir', note: "Une phrase sur ce à quoi servirait l'une ou l'autre solution." },
        { heading: 'Les exigences', note: "Ce qui exclut aussitôt l'une des deux." },
        { heading: 'Pour {first}', note: 'Le cas où un lecteur de bonne foi ferait ce choix.' },
        { heading: 'Pour {second}', note: 'La même chose, sous la même forme et à la même longueur.' },
        { heading: "Le coût d'un changement", note: 'En heures et en argent, dans les deux sens.' },
        { heading: 'Que choisir, et quand', note: 'Une recommandation pour chaque type de lecteur.' }
      ],
      questions: [
        'Qui devra vivre avec {first} ou {second}, et qui décide ?',
        'À quelle tâche les deux doivent-ils servir ?',
        'Pourquoi le choix entre {first} et {second} se pose-t-il maintenant ?',
        "Qu'est-ce qui parle pour {first}, et pour {second} ?",
        'Combien chacun coûte-t-il la première année, et la troisième ?',
        "Qu'est-ce qui peut échouer dans chaque cas, et qui s'en apercevrait ?",
        'Que demanderait un passage ultérieur de {first} à {second} ?',
        "Lequel convient au lecteur, et qu'est-ce qui changerait la réponse ?"
      ],
      proofs: [
        'La même tâche faite avec les deux, sur les mêmes données.',
        'Les prix et les limites, avec le jour où ils ont été relevés.'
      ],
      lesson: 'Après la lecture, on sait si {first} ou {second} convient, et ce qui changerait la réponse.',
      angles: {
        contrarian: {
          idea: 'Dites quand le choix le moins courant est le bon.',
          ask: 'le cas où vous choisiriez {second}'
        },
        'how-to': {
          idea: "Donnez un critère pour décider, plutôt qu'un gagnant.",
          ask: 'le critère qui départage {first} et {second}'
        },
        story: {
          idea: 'Suivez une décision, du premier doute au résultat.',
          ask: 'qui a choisi entre {first} et {second}, et avec quel résultat'
        }
      }
    },
    opinion: {
      outline: [
        { heading: "L'idée en une phrase", note: "Assez précise pour qu'on puisse la réfuter." },
        { heading: "D'où elle vient", note: 'Ce que vous avez vu ou fait.' },
        { heading: 'Le meilleur argument', note: 'Votre exemple le plus fort, avec ses détails.' },
        { heading: 'La meilleure objection', note: "Dans des mots que l'autre camp accepterait." },
        { heading: "Où elle cesse d'être vraie", note: 'La situation où vous feriez le contraire.' },
        { heading: "Ce qu'il faut en faire", note: 'Un changement possible cette semaine.' }
      ],
      questions: [
        'Qui défend cette idée, et qui a quelque chose à y perdre ?',
        "Qu'affirme-t-on exactement, en une phrase ?",
        'Pourquoi le dire maintenant ?',
        "Quel est l'exemple le plus fort ?",
        "Combien coûterait d'agir ainsi, et de se tromper ?",
        'Quelle est la meilleure objection, et de qui vient-elle ?',
        "Où cela cesse-t-il d'être vrai ?",
        'Que faudrait-il faire autrement demain ?'
      ],
      proofs: ['Un cas qui confirme et un cas qui infirme.', "L'objection dans les mots de ceux qui la font."],
      lesson: "Après la lecture, on sait ce qui parle pour l'idée, ce qui parle contre, et où elle cesse d'être vraie.",
      angles: {
        contrarian: {
          idea: "Donnez à l'autre camp son meilleur argument, et répondez-y.",
          ask: 'la meilleure objection que vous connaissez'
        },
        'how-to': {
          idea: "Faites de l'idée quelque chose que l'on peut faire.",
          ask: 'un changement qui en découle'
        },
        story: {
          idea: "Commencez par le moment où vous l'avez remarqué.",
          ask: "quand vous l'avez remarqué, et ce que vous avez vu"
        }
      }
    },
    announcement: {
      outline: [
        { heading: 'Ce qui est nouveau', note: 'Une phrase, sans adjectif.' },
        { heading: 'Pour qui', note: "Et qui n'a rien à changer." },
        { heading: 'Ce qui change', note: 'La tâche qui devient plus simple, de la première à la dernière étape.' },
        { heading: 'Ce qui ne change pas', note: 'Prix, données, habitudes : ce sur quoi on vous interrogera.' },
        { heading: 'Comment, et à partir de quand', note: 'Dates, lieux et conditions.' },
        { heading: 'Où poser ses questions', note: 'Une personne ou une adresse.' }
      ],
      questions: [
        "Pour qui est-ce, et qui n'a rien à changer ?",
        "Qu'est-ce qui est nouveau, en une phrase ?",
        "Pourquoi l'avoir fait, et pourquoi maintenant ?",
        "Comment l'obtenir, et à partir de quand ?",
        "Combien cela coûte-t-il, et qu'est-ce qui est compris ?",
        'Que pourrait-il se casser, et comment revenir en arrière ?',
        "Qu'est-ce qui ne change pas ?",
        'Où peut-on poser ses questions ?'
      ],
      proofs: [
        'Dates, prix et limites, vérifiés par les responsables.',
        'Une image ou un enregistrement de la nouveauté en usage.'
      ],
      lesson: "Après la lecture, on sait ce qui est nouveau, qui est concerné, et ce qu'il faut faire ensuite.",
      angles: {
        contrarian: {
          idea: "Dites pour qui ce n'est pas fait. Le reste en devient crédible.",
          ask: "qui peut l'ignorer, et pourquoi"
        },
        'how-to': {
          idea: 'Montrez la tâche qui change, de la première à la dernière étape.',
          ask: 'la tâche qui change, avant et après'
        },
        story: {
          idea: "Commencez par la question ou la plainte qui est à l'origine.",
          ask: "la question d'origine, et de qui elle venait"
        }
      }
    },
    case: {
      outline: [
        { heading: 'La situation de départ', note: 'En chiffres simples, avec les dates.' },
        { heading: "Ce qu'il fallait décider", note: 'Les options, et qui a décidé.' },
        { heading: "Ce qui a été fait, dans l'ordre", note: "Y compris ce qui n'a pas aidé." },
        { heading: 'Le résultat', note: 'Les mêmes chiffres, mesurés de la même façon.' },
        { heading: "Ce que l'on ferait autrement", note: 'Et pourquoi.' },
        { heading: "Ce que l'on peut reprendre", note: 'Le plus petit élément qui fonctionne sans le reste.' }
      ],
      questions: [
        'Qui a participé, et qui devait donner son accord ?',
        'Quelle était la situation avant, en chiffres simples ?',
        'Pourquoi agir, et pourquoi à ce moment-là ?',
        "Qu'a-t-on fait, dans quel ordre, et qu'est-ce qui n'a pas aidé ?",
        'Combien cela a-t-il coûté, en argent, en temps et en confiance ?',
        "Qu'est-ce qui aurait pu échouer, et qu'est-ce qui a failli ?",
        'Quel a été le résultat, mesuré comme avant ?',
        "Quelle partie d'autres peuvent-ils reprendre ?"
      ],
      proofs: ['Les chiffres avant et après, avec leurs dates.', "L'accord des personnes et des entreprises nommées."],
      lesson: 'Après la lecture, on sait ce qui a été décidé et pourquoi, et quelle partie reprendre.',
      angles: {
        contrarian: {
          idea: 'Demandez-vous ce qui serait arrivé de toute façon.',
          ask: 'ce qui serait arrivé sans ce changement'
        },
        'how-to': {
          idea: "Montrez l'élément qui fonctionne sans le reste.",
          ask: "l'élément que d'autres peuvent reprendre"
        },
        story: {
          idea: 'Commencez la veille du changement.',
          ask: 'la veille : les chiffres et les personnes'
        }
      }
    },
    sensitive: {
      outline: [
        { heading: "Ce que l'on sait", note: 'Chaque affirmation avec sa source et sa date.' },
        { heading: "Ce que l'on ne sait pas", note: 'Le dire simplement, sans supposer.' },
        { heading: 'Qui est concerné', note: 'Dans les mots des personnes concernées.' },
        { heading: "Où trouver de l'aide", note: "Une adresse ou un numéro vérifié aujourd'hui." },
        { heading: 'Qui a relu le texte', note: 'Une personne qualifiée, avec son nom et sa fonction.' }
      ],
      questions: [
        "Qui est concerné, et qui a accepté d'être mentionné ?",
        "Qu'est-ce qui est établi, et par quelle source ?",
        "Qu'est-ce qui est contesté ou inconnu ?",
        'Pourquoi publier maintenant ?',
        "Qu'est-ce qui pourrait nuire à un lecteur concerné ?",
        "Où trouver de l'aide ?",
        'Qui est qualifié pour relire le texte ?',
        'Que faut-il savoir ou pouvoir faire ensuite ?'
      ],
      proofs: ['Une source pour chaque affirmation, avec sa date.', "L'accord écrit de toute personne reconnaissable."],
      lesson: "Après la lecture, on sait ce qui est établi, qui l'affirme, et où trouver de l'aide.",
      angles: {
        contrarian: {
          idea: 'Corrigez une idée fausse courante, avec sa source.',
          ask: "l'idée fausse, et la source qui la corrige"
        },
        'how-to': {
          idea: "Montrez étape par étape où trouver de l'aide.",
          ask: 'la première adresse à contacter'
        },
        story: {
          idea: "Donnez la parole à une personne concernée qui a accepté d'être citée.",
          ask: 'une citation, avec accord'
        }
      }
    }
  },
  brief: {
    keyMessages: {
      sell: "Après la lecture, on sait ce que vaudrait de l'aide sur {noun}, et comment la demander.",
      engage: "Après la lecture, on a envie d'ajouter quelque chose de son propre travail sur {noun}.",
      announce:
        "Après la lecture, on sait ce qui est nouveau sur {noun}, qui est concerné, et ce qu'il faut faire ensuite."
    },
    anyReader: 'le lecteur',
    forWhom: {
      unknown: "À qui le texte s'adresse-t-il, et que savent déjà ces lecteurs ?",
      known: 'Que sait déjà ce public, et que doit-il décider ou faire ? ({audience})'
    },
    sourceFor: 'Une source pour : {point}',
    manners: {
      educate: {
        do: [
          'Montrer un exemple complet.',
          "Nommer l'étape où cela bloque.",
          "S'arrêter dès que le lecteur peut agir."
        ],
        avoid: ["L'histoire du sujet avant la première ligne utile.", "Les termes qu'il faut chercher."]
      },
      sell: {
        do: ["Décrire le problème avant l'offre.", "Dire à qui l'offre ne convient pas.", 'Demander une seule suite.'],
        avoid: ['Les superlatifs impossibles à prouver.', 'La pression par des délais inventés.']
      },
      engage: {
        do: [
          "Poser une question qui a plus d'une bonne réponse.",
          "Donner d'abord sa propre réponse.",
          'Répondre aux premiers commentaires.'
        ],
        avoid: ['Les questions auxquelles on répond par oui ou non.', "Les opinions que l'on n'a pas."]
      },
      announce: {
        do: [
          'Mettre la nouvelle dans la première ligne.',
          'Dire ce qui ne change pas.',
          'Donner une date et une adresse pour les questions.'
        ],
        avoid: ['Les remerciements avant la nouvelle.', "Les promesses sur ce qui n'est pas encore sorti."]
      }
    },
    sensitive: {
      do: [
        'Donner une source pour chaque affirmation.',
        "Indiquer où trouver de l'aide.",
        'Faire relire le texte par une personne qualifiée.'
      ],
      avoid: [
        'Les plaisanteries, les accroches et les appels à commenter.',
        'Les détails qui feraient reconnaître une personne sans son accord.'
      ],
      cta: "[Où trouver de l'aide : une adresse ou un numéro vérifié aujourd'hui.]"
    },
    checks: [
      "La première ligne dit de quoi il s'agit.",
      'Chaque chiffre a une source.',
      'Une seule demande est faite au lecteur, à la fin.',
      "Le texte ne contient rien que l'on ne dirait pas en face.",
      "Quelqu'un d'autre l'a lu à voix haute."
    ]
  },
  discovery: {
    keyMessage: "Trouvez une question que l'on vous a vraiment posée, et répondez-y pour tous ceux qui se la posent.",
    angles: {
      contrarian: {
        idea: 'Quelque chose que vous avez cessé de faire, et pourquoi.',
        hook: "Qu'avez-vous cessé de faire cette année, et qui l'a remarqué ?"
      },
      'how-to': {
        idea: "Quelque chose que l'on vous a demandé d'expliquer plus d'une fois.",
        hook: 'Écrivez la réponse que vous avez donnée deux fois cette semaine.'
      },
      story: {
        idea: 'Un jour où les choses se sont passées autrement que prévu.',
        hook: "Décrivez le dernier jour qui ne s'est pas passé comme prévu."
      }
    },
    outline: [
      { heading: "La question, telle qu'elle a été posée", note: 'Dans les mots de la personne.' },
      { heading: 'Pourquoi elle a été posée', note: 'Ce que la personne cherchait à faire.' },
      { heading: 'La réponse courte', note: 'Une phrase.' },
      { heading: 'La réponse longue', note: 'De quoi cela dépend, avec un exemple pour chaque cas.' },
      { heading: 'La suite', note: "Une étape possible dès aujourd'hui." }
    ],
    questions: [
      'Que vous a demandé un client ou un collègue cette semaine ?',
      "Qu'expliquez-vous sans cesse ?",
      "Quelle erreur avez-vous vue plus d'une fois ?",
      'Que faites-vous autrement que les autres dans votre métier ?',
      "Sur quoi avez-vous changé d'avis, et pourquoi ?",
      'À quel outil ou à quelle habitude ne renonceriez-vous pas ?',
      'Que craint-on avant de travailler avec vous ?',
      "Qu'auriez-vous aimé savoir il y a un an ?"
    ],
    proof: "La question dans ses propres mots, avec l'accord de la citer.",
    cta: "Qu'aimeriez-vous que l'on vous explique ?"
  }
}
