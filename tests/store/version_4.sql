-- A store of version 4, with one scored cell, one failed, one that was not run, a ledger of one entry and a finding.
PRAGMA application_id = 1111575365;
BEGIN TRANSACTION;
CREATE TABLE amendments (
    study INTEGER NOT NULL,
    number INTEGER NOT NULL,
    digest TEXT NOT NULL,
    at TEXT NOT NULL,
    text TEXT NOT NULL,
    cells_seen INTEGER NOT NULL,
    PRIMARY KEY (study, number),
    FOREIGN KEY(study) REFERENCES studies (id)
) WITHOUT ROWID;
CREATE TABLE claims (
    "key" TEXT NOT NULL,
    run INTEGER NOT NULL,
    PRIMARY KEY ("key"),
    FOREIGN KEY(run) REFERENCES runs (id)
) WITHOUT ROWID;
CREATE TABLE environments (
    digest TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (digest)
);
INSERT INTO "environments" VALUES('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a','{}');
CREATE TABLE findings (study INTEGER NOT NULL, origin TEXT NOT NULL, position INTEGER NOT NULL, code TEXT NOT NULL, severity TEXT NOT NULL, message TEXT NOT NULL, detail TEXT NOT NULL, cells TEXT NOT NULL, PRIMARY KEY (study, origin, position), FOREIGN KEY (study) REFERENCES studies (id)) WITHOUT ROWID;
INSERT INTO "findings" VALUES(1,'check',0,'BO370','warning','other results','{"cells": 5, "moved": [{"dataset": "\u00f1\u0000", "accuracy": 0.30000000000000004}], "none": null}','["k000"]');
CREATE TABLE ledger (
    sequence INTEGER NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (sequence),
    UNIQUE (previous),
    UNIQUE (hash)
);
INSERT INTO "ledger" VALUES(1,'2026-11-16T06:32:47.822576+00:00','{"identity":"first","kind":"comparison","marks":["dataset iris"],"note":"","pairs":[{"a":"\u00f1\u0000","b":"b","p_adjusted":0.04,"p_value":0.04,"test":"wilcoxon","verdict":"better"}],"settings":{"level":0.95,"margin":0.0},"source":"scores.csv"}','sha256:0000000000000000000000000000000000000000000000000000000000000000','sha256:673f327fad9accf72beeeaccc485c5415af5e9de7dc6a2dbcfd0eeaf89212c10');
CREATE TABLE outcomes (
    "key" TEXT NOT NULL,
    run INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    classifier TEXT NOT NULL,
    dataset TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    fold INTEGER NOT NULL,
    split TEXT NOT NULL,
    condition TEXT NOT NULL,
    reason TEXT,
    message TEXT,
    detail TEXT,
    seconds DOUBLE,
    n_train INTEGER,
    n_test INTEGER,
    measured TEXT,
    complexity TEXT,
    warnings TEXT,
    PRIMARY KEY ("key"),
    CHECK (typeof(seconds) IN ('real', 'null')),
    FOREIGN KEY(run) REFERENCES runs (id)
);
INSERT INTO "outcomes" VALUES('k000',1,1,'classifier 0','dataset 0',0,0,'s0','',NULL,NULL,NULL,NULL,90,10,'{"fit seconds": 0.30000000000000004, "bytes": 123456789.0}','{"leaves": 7.0}','["did not converge (3 times)", "\ud800 and \u0000 and ''\u00f1''"]');
INSERT INTO "outcomes" VALUES('k001',1,1,'classifier 1','dataset 0',0,0,'s0','','raised','it raised','Traceback …',1.5,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE planned (
    study INTEGER NOT NULL,
    position INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    classifier TEXT NOT NULL,
    dataset TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    fold INTEGER NOT NULL,
    split TEXT NOT NULL,
    condition TEXT NOT NULL,
    PRIMARY KEY (study, position),
    FOREIGN KEY(study) REFERENCES studies (id)
) WITHOUT ROWID;
INSERT INTO "planned" VALUES(1,0,'k000','classifier 0','dataset 0',0,0,'s0','');
INSERT INTO "planned" VALUES(1,1,'k001','classifier 1','dataset 0',0,0,'s0','');
INSERT INTO "planned" VALUES(1,2,'k002','classifier 0','dataset 0',0,1,'s1','');
CREATE TABLE predictions (
    "key" TEXT NOT NULL,
    arrow BLOB NOT NULL,
    PRIMARY KEY ("key"),
    FOREIGN KEY("key") REFERENCES outcomes ("key")
);
CREATE TABLE runs (
    id INTEGER NOT NULL,
    study INTEGER NOT NULL,
    host TEXT NOT NULL,
    machine TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started TEXT NOT NULL,
    since TEXT NOT NULL,
    beat DOUBLE NOT NULL,
    ended BOOLEAN NOT NULL,
    environment TEXT,
    PRIMARY KEY (id),
    FOREIGN KEY(study) REFERENCES studies (id),
    FOREIGN KEY(environment) REFERENCES environments (digest)
);
INSERT INTO "runs" VALUES(1,1,'host','host pid:[1]',10337,'boot 1459856','2026-11-16T06:32:47.814602+00:00',1.79481076781492686266e+09,1,'44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
CREATE TABLE scores (
    "key" TEXT NOT NULL,
    number INTEGER NOT NULL,
    metric TEXT NOT NULL,
    score DOUBLE NOT NULL,
    PRIMARY KEY ("key", number),
    CHECK (typeof(score) IN ('real', 'null')),
    FOREIGN KEY("key") REFERENCES outcomes ("key")
) WITHOUT ROWID;
INSERT INTO "scores" VALUES('k000',0,'f1',1.00000000000000019428e-01);
INSERT INTO "scores" VALUES('k000',1,'accuracy',3.00000000000000044408e-01);
CREATE TABLE store (
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (version)
);
INSERT INTO "store" VALUES(4,'2026-11-16T06:32:47.794723+00:00');
CREATE TABLE studies (
    id INTEGER NOT NULL,
    name TEXT NOT NULL,
    digest TEXT NOT NULL,
    at TEXT NOT NULL,
    text TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (name)
);
INSERT INTO "studies" VALUES(1,'old','d','2026-11-16T06:32:47.804597+00:00','t','7d06ec985d55b60ad71c4aa7fb37dab0f94c8327402b59d98ecbf68c7b032abd');
CREATE TABLE trials (
    "key" TEXT NOT NULL,
    position INTEGER NOT NULL,
    number INTEGER NOT NULL,
    parameters TEXT NOT NULL,
    score DOUBLE,
    chosen BOOLEAN NOT NULL,
    PRIMARY KEY ("key", position),
    CHECK (typeof(score) IN ('real', 'null')),
    FOREIGN KEY("key") REFERENCES outcomes ("key")
) WITHOUT ROWID;
INSERT INTO "trials" VALUES('k000',0,0,'{"C": 0.1}',3.00000000000000044408e-01,0);
INSERT INTO "trials" VALUES('k000',1,1,'{"C": 1}',NULL,1);
COMMIT;
