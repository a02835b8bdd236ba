using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Capacity;

namespace DroneDelivery.Lab.Tests.Capacity;

public sealed class ResourceCapsTests
{
    [Theory]
    [InlineData("", 0.8, 0.8)]
    [InlineData("--cap handles=70%", 0.8, 0.7)]
    [InlineData("--cap memory=50,handles=99.5%", 0.5, 0.995)]
    public void Read_SomeCaps_TheOthersAreTheDefault(string arguments, double memory, double handles)
    {
        var option = new ResourceCaps();

        var caps = option.Read(new RootCommand { option }.Parse(arguments), cpu: 60);

        Assert.Equal(["CPU", "memory", "handles", "threads", "ports"], caps.Keys);
        Assert.Equal([0.6, memory, handles, 0.8, 0.8], caps.Values);
    }
}
