using System.CommandLine;
using DroneDelivery.LoadTests.Lab.Http;

namespace DroneDelivery.Lab.Tests.Http;

public sealed class CollectionOptionsTests
{
    private static readonly (string, int)[] Running = [("shop-api", 20), ("shop-api", 21), ("postgres", 30)];

    [Fact]
    public void Apply_ProcessesByIdAndName_AreThoseThatTheRunSamples()
    {
        var watched = Apply("--pid", "30", "--process", "shop-api").Collection.Watch(telemetry: null);

        Assert.Equal([("postgres", 30), ("shop-api 20", 20), ("shop-api 21", 21)], watched.FindProcesses());
        Assert.False(watched.IsOwn);
    }

    [Fact]
    public void Apply_OtlpWithoutAPort_IsThePortOfTheStandard()
    {
        Assert.Equal(4318, Apply("--otlp").Collection.OtlpPort);
        Assert.Equal(9000, Apply("--otlp", "9000").Collection.OtlpPort);
        Assert.Null(Apply().Collection.OtlpPort);
    }

    private static HttpPlan Apply(params string[] arguments)
    {
        var (load, collected) = (new PlanOptions(), new CollectionOptions(() => Running));
        var command = new RootCommand();
        load.AddTo(command);
        collected.AddTo(command);
        var line = command.Parse(["http://127.0.0.1:1/", .. arguments]).CommandResult;
        return collected.Apply(line, load.Read(line));
    }
}
