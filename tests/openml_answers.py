"""Answers in the form of OpenML's JSON interface, version 1, for a small made-up dataset; numbers are texts there."""

import hashlib
import json

ARFF = """% made up for these tests
@RELATION tiny

@ATTRIBUTE id INTEGER
@ATTRIBUTE width REAL
@ATTRIBUTE colour {red, green, blue}
@ATTRIBUTE class {no, yes}

@DATA
""" + "".join(f"{i},{i * 0.5},{('red', 'green', '?')[i % 3]},{('no', 'yes')[i % 2]}\n" for i in range(12))


def description(server, *, checksum=None, **changes):
    inside = {
        "id": "7",
        "name": "tiny",
        "version": "1",
        "description": "**Author**: nobody",
        "format": "ARFF",
        "upload_date": "2014-04-06T23:23:39",
        "licence": "Public",
        "url": f"{server}/data/v1/download/7/tiny.arff",
        "parquet_url": f"{server}/datasets/0000/0007/dataset_7.pq",
        "file_id": "7",
        "default_target_attribute": "class",
        "row_id_attribute": "id",
        "visibility": "public",
        "status": "active",
        "md5_checksum": checksum or hashlib.md5(ARFF.encode()).hexdigest(),
    }
    return json.dumps({"data_set_description": inside | changes}).replace("/", "\\/")


def feature(index, name, kind, **changes):
    return {
        "index": str(index),
        "name": name,
        "data_type": kind,
        "is_target": "false",
        "is_ignore": "false",
        "is_row_identifier": "false",
        "number_of_missing_values": "0",
    } | changes


FEATURES = json.dumps(
    {
        "data_features": {
            "feature": [
                feature(0, "id", "numeric", is_row_identifier="true"),
                feature(1, "width", "numeric"),
                feature(2, "colour", "nominal", nominal_values=["red", "green", "blue"]),
                feature(3, "class", "nominal", nominal_values=["no", "yes"], is_target="true"),
            ]
        }
    }
)


def task(server, kind="Supervised Classification"):
    procedure = {
        "id": "1",
        "type": "crossvalidation",
        "data_splits_url": f"{server}/api_splits/get/70/Task_70_splits.arff",
        "parameter": [
            {"name": "number_repeats", "value": "1"},
            {"name": "number_folds", "value": "3"},
            {"name": "percentage"},
            {"name": "stratified_sampling", "value": "true"},
        ],
    }
    inputs = [
        {"name": "source_data", "data_set": {"data_set_id": "7", "target_feature": "class"}},
        {"name": "estimation_procedure", "estimation_procedure": procedure},
        {"name": "cost_matrix", "cost_matrix": []},
        {"name": "evaluation_measures", "evaluation_measures": {"evaluation_measure": "predictive_accuracy"}},
    ]
    return json.dumps({"task": {"task_id": "70", "task_type": kind, "task_type_id": "1", "input": inputs}})


SPLITS = (
    "@RELATION tiny_splits\n@ATTRIBUTE type {TRAIN,TEST}\n@ATTRIBUTE rowid INTEGER\n@ATTRIBUTE repeat INTEGER\n"
    "@ATTRIBUTE fold INTEGER\n@DATA\n"
    + "".join(f"{'TEST' if i // 4 == f else 'TRAIN'},{i},0,{f}\n" for f in range(3) for i in range(12))
)

SUITE = json.dumps(
    {
        "study": {
            "id": "99",
            "alias": "tiny-suite",
            "main_entity_type": "task",
            "name": "A suite",
            "status": "active",
            "data": {"data_id": ["7"]},
            "tasks": {"task_id": ["70"]},
        }
    }
)
UNKNOWN = json.dumps({"error": {"code": "111", "message": "Unknown dataset"}})


def answers(server):
    """Return path: (status, content) of everything that is asked for."""
    return {
        "/api/v1/json/data/7": (200, description(server)),
        "/api/v1/json/data/features/7": (200, FEATURES),
        "/data/v1/download/7/tiny.arff": (200, ARFF),
        "/api/v1/json/task/70": (200, task(server)),
        "/api_splits/get/70/Task_70_splits.arff": (200, SPLITS),
        "/api/v1/json/study/99": (200, SUITE),
        "/api/v1/json/data/8": (412, UNKNOWN),
    }
