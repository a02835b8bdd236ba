using System.Text.Json;
using DroneDelivery.LoadTests.Insight.Advice;

namespace DroneDelivery.Insight.Tests.Advice;

public sealed class DiagnosisTextTests
{
    [Fact]
    public void Plain_Finding_HasEvidenceNextStepAndPrediction()
    {
        var text = DiagnosisText.Plain(HandmadeRun.SerialQuery.Explain());

        Assert.Contains("1. The 9 calls of an operation are made one after another.", text);
        Assert.Contains("-> Query the partitions in parallel. (--max-concurrency -1)", text);
        Assert.Contains("Predicted: ", text);
    }

    /// <summary>A database other than Cosmos DB has no request units to pay for.</summary>
    [Fact]
    public void Plain_RequestUnitsAreNotKnown_PredictionHasNoPrice()
    {
        var data = HandmadeRun.SerialQuery.Data();
        var cosmos = data.Record.Cosmos with { ProvisionedRequestUnitsPerSecond = 0 };

        var text = DiagnosisText.Plain(Advisor.Explain(data with { Record = data.Record with { Cosmos = cosmos } }));

        Assert.Contains("RU per operation.", text);
        Assert.DoesNotContain("a month for 0 RU/s", text);
    }

    [Fact]
    public void Plain_HealthyRun_SaysThatNothingHoldsItBack() =>
        Assert.Contains("No known cause limits this run.", DiagnosisText.Plain(HandmadeRun.Healthy.Explain()));

    [Fact]
    public void Plain_DisturbedMachine_SaysThatFindingsAreLessCertain()
    {
        var text = DiagnosisText.Plain((HandmadeRun.SerialQuery with { MachineLoad = HandmadeRun.Disturbed }).Explain());

        Assert.Contains(
            "The machine was disturbed, so these findings are less certain. Other virtual machines took 14 %", text);
        Assert.DoesNotContain("disturbed", DiagnosisText.Plain(HandmadeRun.SerialQuery.Explain()));
    }

    [Fact]
    public void Json_Finding_NamesCauseAndFlag()
    {
        using var json = JsonDocument.Parse(DiagnosisJson.Write(HandmadeRun.SerialQuery.Explain()));

        var finding = json.RootElement.GetProperty("findings")[0];
        Assert.Equal("serial-fan-out", finding.GetProperty("cause").GetString());
        var change = finding.GetProperty("nextSteps")[0].GetProperty("change");
        Assert.Equal("--max-concurrency", change.GetProperty("flag").GetString());
    }
}
