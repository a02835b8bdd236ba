using DroneDelivery.LoadTests.Lab.Exports;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

public sealed class ManifestTests
{
    public static TheoryData<string> Overlays => [.. Manifest.OverlayNames];

    public static TheoryData<string> Components => [.. Manifest.ComponentNames];

    [Theory]
    [MemberData(nameof(Overlays))]
    public async Task Overlay_LoadedStrictly_FollowsAllRules(string name)
    {
        var manifest = await Manifest.LoadOverlayAsync(name);

        Assert.Empty(Rules.FindFaults(manifest));
        Assert.True(manifest.Workloads.Count() > 4);
    }

    [Theory]
    [MemberData(nameof(Components))]
    public async Task Component_OnTheBase_FollowsAllRules(string name)
    {
        var manifest = await Manifest.LoadComponentAsync(name);

        Assert.Empty(Rules.FindFaults(manifest));
    }

    [Fact]
    public void Overlays_OfTheFolder_AreAllTested() =>
        Assert.Equal(
            Manifest.OverlayNames.Order(),
            Directory.GetDirectories(Repository.Deploy("kubernetes", "overlays")).Select(Path.GetFileName).Order());

    [Fact]
    public async Task Study_OfEachService_RunsThreePods()
    {
        var manifest = await Manifest.LoadOverlayAsync("study");
        var services = manifest.Workloads.Where(each => each.IsOwn).ToList();
        var scalers = manifest.All<V2HorizontalPodAutoscaler>().ToList();

        Assert.Equal(
            services.Select(each => each.Name).Order(), scalers.Select(each => each.Spec.ScaleTargetRef.Name).Order());
        Assert.All(scalers, each => Assert.Equal(3, each.Spec.MinReplicas));
        Assert.All(scalers, each => Assert.Equal(3, each.Spec.MaxReplicas));
        // A number that the overlay azure does not have: to apply that one afterwards would set one pod.
        Assert.All(services, each => Assert.Null(each.Replicas));
    }

    [Fact]
    public async Task Script_OfTheComponentK6_IsTheLabsExport()
    {
        var manifest = await Manifest.LoadComponentAsync("k6");
        var load = Assert.Single(manifest.All<TestRun>());
        var script = manifest.Find<V1ConfigMap>(load.Spec.Script.ConfigMap.Name)!.Data[load.Spec.Script.ConfigMap.File];

        // deploy/kubernetes/components/k6: export k6 tuning
        Assert.Equal(K6Script.Write(TuningExport.Load(duration: null, []), TuningExport.Request()), script);
        Assert.All(
            load.Spec.Runner.Env!.Where(each => !each.Name.StartsWith("K6_", StringComparison.Ordinal)),
            each => Assert.Contains($"__ENV.{each.Name}", script, StringComparison.Ordinal));
        Assert.Equal("drone-delivery", load.Metadata.NamespaceProperty);
        Assert.True(load.Spec is { Parallelism: > 1, Separate: true });
    }
}
