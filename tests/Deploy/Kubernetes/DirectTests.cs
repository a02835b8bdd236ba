using DroneDelivery.Deploy.Tests.Programs;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>The component <c>direct</c>: a variable of Delivery, and the ports of Cosmos DB's replicas.</summary>
public sealed class DirectTests
{
    private const string Variable = "Cosmos__Mode";

    [Theory]
    [InlineData(Variable)]
    [InlineData("Cosmos__Mod", "Cosmos__Mod")]
    public async Task Mode_OfTheComponent_IsReadUnderItsNameOnly(string name, params string[] unknown)
    {
        var manifest = await Manifest.LoadComponentAsync("direct");
        var variables = manifest.Workload("delivery").Container.Env;
        var mode = Assert.Single(variables, each => each.Name == Variable);
        mode.Name = name;
        using var table = new ClusterAddresses(manifest);

        Assert.Equal("direct", mode.Value);
        Assert.Equal(unknown, await ContainerPrograms.FindUnknownVariablesAsync(table.Configure(manifest.Workload("delivery"))));
    }

    [Theory]
    [InlineData(10_000, 20_001)]
    [InlineData(9_999, 20_000)]
    [InlineData(10_000, null)]
    public async Task Ports_OtherThanThoseOfTheReplicas_AreFound(int first, int? last)
    {
        var manifest = await Manifest.LoadComponentAsync("direct");
        var port = manifest.Find<V1NetworkPolicy>("from-delivery-to-replicas")!.Spec.Egress[0].Ports[0];

        (port.Port, port.EndPort) = (first, last);

        Assert.Equal(["Calls"], Rules.FindFaults(manifest).Select(fault => fault.Rule).Distinct());
    }
}
