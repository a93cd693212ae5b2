#!/bin/sh
# The p-value of Weka's corrected resampled t test, found from its marks: the smallest significance level at which
# the tester marks a difference, by bisection. It prints no p-value itself.
# Run: sh corrected_t_weka.sh     Recorded: Weka 3.6.14 (Debian 12), OpenJDK 17, 2026-11-15.
# Values for test_corrected_t.py.
JAR=${WEKA_JAR:-/usr/share/java/weka.jar}
WORK=$(mktemp -d)
trap 'rm -r "$WORK"' EXIT

# results LIFT: ten runs of ten folds, scheme b better than a by LIFT points and a sawtooth, 90 to train and 10 to test.
results() {
    awk -v lift="$1" 'BEGIN {
        print "@relation results"
        print "@attribute Key_Dataset {one}\n@attribute Key_Run {1,2,3,4,5,6,7,8,9,10}"
        print "@attribute Key_Fold {1,2,3,4,5,6,7,8,9,10}\n@attribute Key_Scheme {a,b}"
        print "@attribute Number_of_training_instances numeric\n@attribute Number_of_testing_instances numeric"
        print "@attribute Percent_correct numeric\n@data"
        for (i = 1; i <= 100; i++) {
            run = int((i - 1) / 10) + 1; fold = (i - 1) % 10 + 1; a = 70 + (7 * i) % 13
            b = a + lift + (37 * i * i + 11 * i) % 23 - 10
            printf "one,%d,%d,a,90,10,%g\none,%d,%d,b,90,10,%g\n", run, fold, a, run, fold, b
        }
    }'
}

# mark TESTER LEVEL: v (b better than a), * (b worse) or nothing.
mark() {
    java -cp "$JAR" "weka.experiment.$1" -t "$WORK/results.arff" -D 1 -R 2 -F 3 -G 4 -c 7 -b 1 -S "$2" |
        sed -n 's/^one .*| *[0-9.]* *\([v*]*\) *$/\1/p'
}

smallest() {
    low=0 high=1
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26; do
        middle=$(awk "BEGIN {printf \"%.12g\", ($low + $high) / 2}")
        if [ -n "$(mark "$1" "$middle")" ]; then high=$middle; else low=$middle; fi
    done
    echo "$low $high"
}

for lift in 3 7 -6; do
    results "$lift" >"$WORK/results.arff"
    echo "lift $lift: corrected p in $(smallest PairedCorrectedTTester), at .05: '$(mark PairedCorrectedTTester 0.05)'," \
        "uncorrected at .05: '$(mark PairedTTester 0.05)'"
done
