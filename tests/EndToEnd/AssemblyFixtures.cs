using DroneDelivery.EndToEnd.Browsing;

[assembly: AssemblyFixture(typeof(Chromium))]
[assembly: CollectionBehavior(DisableTestParallelization = true)]
