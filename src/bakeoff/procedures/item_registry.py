"""The procedures that judge items within tasks, and the conditions under which they may speak."""

from bakeoff.procedures.procedure import Condition, Kind, Procedure

ENOUGH_GROUPS = (
    40  # from which on random weightings of groups are trusted: with 20, two runs gave .053 and .064
)
OF_ITEMS = Condition("it judges answers to items", lambda d: d.of_items)
ONE_TASK = Condition("it is for items of one task, or pooled (--average pooled)", lambda d: not d.by_task)
SEVERAL_TASKS = Condition("it averages over several tasks", lambda d: d.by_task)
THESE_TASKS = Condition("it speaks of these tasks, not of tasks like these", lambda d: not d.over_tasks)
SUCH_TASKS = Condition("it speaks of tasks like these (--over tasks)", lambda d: d.over_tasks)
ALONE = Condition(
    "items of one group are not independent of each other: taken singly, groups of eight items that tilt together were "
    "measured to give intervals that miss the true difference in 17 to 28 % of trials (4 attempts, scores near .5)",
    lambda d: not d.clustered,
    forcible=True,
)
IN_GROUPS = Condition("it is for items that come in groups", lambda d: d.clustered)
MANY_MODELS = Condition("it compares three models or more", lambda d: d.classifiers > 2)
COMPLETE = Condition("it needs an answer of every model to every item", lambda d: d.complete)
MANY_GROUPS = Condition(
    f"below {ENOUGH_GROUPS} groups Holm's method over the clustered test is safer",
    lambda d: not d.clustered or d.groups >= ENOUGH_GROUPS,
    forcible=True,
)

ITEM_PROCEDURES: tuple[Procedure, ...] = (
    Procedure(
        key="items-t",
        name="Student's t over items, with two pseudo-items",
        kind=Kind.PAIR,
        home="items.paired_means.items_t",
        requires=(OF_ITEMS, ONE_TASK, THESE_TASKS, ALONE),
        measured=(
            "Rejects a true null at 5 % in .000 to .056 of trials with 10 to 500 items (s.e. at nominal .003); its "
            "95 % interval misses the true difference in at most .029 of trials with fewer than 50 items and in .003 "
            "to .056 from 50 on; where one model fails 4 % of 50 items and the other 1 %, in .104 (with 100 items in "
            ".028); that of pass@k and pass^k in at most .051."
        ),
    ),
    Procedure(
        key="items-clustered",
        name="Student's t over groups of items (CR2, Bell and McCaffrey)",
        kind=Kind.PAIR,
        home="items.paired_means.items_clustered",
        requires=(OF_ITEMS, THESE_TASKS, IN_GROUPS),
        measured=(
            "Rejects a true null at 5 % in .000 to .058 of trials with 3 to 40 groups, equal or unequal; its 95 % "
            "interval misses the true difference in at most .070, most near 1; where a model gains in few groups "
            "only, in .014 to .097."
        ),
    ),
    Procedure(
        key="items-stratified",
        name="Student's t over items within tasks (Satterthwaite)",
        kind=Kind.PAIR,
        home="items.paired_means.items_stratified",
        requires=(OF_ITEMS, SEVERAL_TASKS, THESE_TASKS, ALONE),
        measured=(
            "Its 95 % interval of the mean over these tasks misses it in .000 to .056 of trials with 3 to 20 tasks of "
            "10 to 600 items; taken for tasks like these, in up to .26."
        ),
    ),
    Procedure(
        key="tasks-t",
        name="Student's t over tasks",
        kind=Kind.PAIR,
        home="items.paired_means.tasks_t",
        requires=(OF_ITEMS, SUCH_TASKS),
        measured=(
            "Its 95 % interval of the mean over tasks like these misses it in .001 to .063 of trials with 3 to 20 "
            "tasks."
        ),
    ),
    Procedure(
        key="max-t-items",
        name="maximum over pairs, by random weights of items within tasks, step-down",
        kind=Kind.FAMILY,
        home="items.many_models.all_pairs_items",
        requires=(OF_ITEMS, MANY_MODELS, THESE_TASKS, COMPLETE, MANY_GROUPS),
        measured=(
            "Any false claim at 5 % in .001 to .057 of trials where none of 5 or 10 models differs (20 to 600 items, "
            "alone or in 20 or 40 groups), in .027 to .032 where one is better."
        ),
    ),
)
