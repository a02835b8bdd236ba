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
        // Keys are in Redis.
        var manifest = await Manifest.LoadComponentsAsync(name == "keys" ? ["redis", name] : [name]);

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

        Assert.All(manifest.Workloads.Where(each => each.IsOwn), each => Assert.Equal(3, each.Replicas));
        Assert.Empty(manifest.All<V2HorizontalPodAutoscaler>());
    }

    [Fact]
    public async Task Script_OfTheComponentK6_IsTheLabsExport()
    {
        var manifest = await Manifest.LoadComponentsAsync("k6");
        var script = manifest.All<V1ConfigMap>().Single();

        // deploy/kubernetes/components/k6: export k6 tuning
        Assert.Equal(K6Script.Write(TuningExport.Load(duration: null, []), TuningExport.Request()), script.Data["tuning.js"]);
        Assert.Contains("__ENV.BASE_URL", script.Data["tuning.js"], StringComparison.Ordinal);
        Assert.NotNull(CallGraph.FindEnvironment(manifest.Workload("k6"), "BASE_URL"));
    }
}
