using DroneDelivery.EndToEnd.Browsing;

[assembly: AssemblyFixture(typeof(Chromium))]
// Most tests wait for a page, or for the seconds of a load.
[assembly: CollectionBehavior(MaxParallelThreads = 3)]
