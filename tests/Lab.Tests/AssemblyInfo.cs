// Many tests wait for seconds of load, or for programs that they start.
[assembly: CollectionBehavior(MaxParallelThreads = 4)]
