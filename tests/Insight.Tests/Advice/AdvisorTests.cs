using DroneDelivery.Insight.Tests.Samples;
using DroneDelivery.LoadTests.Insight.Advice;
using DroneDelivery.LoadTests.Insight.Advice.Findings;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.Insight.Tests.Advice;

public sealed class AdvisorTests
{
    [Fact]
    public void Explain_HealthyRun_FindsNothing() => Assert.Empty(HandmadeRun.Healthy.Explain().Findings);

    [Fact]
    public void Explain_HealthyRun_SaysWhatBoundsIt()
    {
        var bounds = HandmadeRun.Healthy.Explain().Bounds;

        Assert.Equal("think time", bounds.Cycle[0].Name);
        Assert.False(bounds.Cycle[0].InSystem);
        Assert.StartsWith("CPU of the machine", bounds.Next?.Resource);
    }

    [Fact]
    public void Explain_RunWithoutAnAnswer_DoesNotCallItHealthy()
    {
        var data = HandmadeRun.Healthy.Data();
        var load = data.Record.Load with { Successful = 0, Latency = SampleRecords.Latency(0) };

        var diagnosis = Advisor.Explain(data with { Record = data.Record with { Load = load } });

        Assert.StartsWith("No request was answered with success", diagnosis.Verdict);
    }

    [Fact]
    public void Explain_UsedUpResourceAndSlowCalls_NamesTheResourceFirst()
    {
        var diagnosis = (HandmadeRun.SerialQuery with { ThrottledOnceIn = 3 }).Explain();

        Assert.Equal([Cause.RequestUnits, Cause.SerialFanOut], diagnosis.Findings.Select(finding => finding.Cause).Take(2));
        Assert.True(diagnosis.Findings[1].Share > diagnosis.Findings[0].Share, "the slower cause takes more of the latency");
    }

    [Fact]
    public void Explain_TwoSlowThings_NamesTheLargerShareFirst()
    {
        var shares = HandmadeRun.SerialQuery.Explain().Findings.Select(finding => finding.Share).ToList();

        Assert.Equal(shares.OrderDescending(), shares);
    }

    [Fact]
    public void Explain_TracesKeptForBeingSlow_AreInNoMean()
    {
        var data = HandmadeRun.Healthy.Data();
        var slow =
            (HandmadeRun.Healthy with { OwnMs = new Dictionary<string, double> { ["package"] = 900 } }).Data().Samples.Spans
            .Select(span => span with { TraceId = $"slow-{span.TraceId}" }).ToList();
        var samples = data.Samples with
        {
            Spans = [.. data.Samples.Spans, .. slow],
            ExtraTraces = [.. slow.Select(span => span.TraceId).Distinct()],
        };

        Assert.Empty(Advisor.Explain(data with { Samples = samples }).Findings);
    }

    [Fact]
    public void Explain_NoSamples_FindsNothing() =>
        Assert.Empty(Advisor.Explain(HandmadeRun.SerialQuery.Data() with { Samples = RunSamples.None }).Findings);

    [Fact]
    public void Explain_MachineWasDisturbed_SaysSoAndIsNotCertainOfWhatThatLooksLike()
    {
        var own = new Dictionary<string, double> { ["package"] = 90 };
        var cores = new Dictionary<string, double> { ["package"] = 1.5 };
        var run = HandmadeRun.Healthy with { OwnMs = own, Cores = cores };

        var disturbed = Advisor.Explain(Disturbed(run.Data()));

        Assert.Equal(Confidence.Certain, run.Explain().First?.Confidence);
        Assert.Equal((Cause.BusyProcess, Confidence.Likely), (disturbed.First?.Cause, disturbed.First?.Confidence));
        Assert.Equal("the machine was disturbed", disturbed.First?.Doubt);
        Assert.NotEmpty(disturbed.Notes);
    }

    [Fact]
    public void Explain_MachineWasDisturbed_IsAsCertainOfCallsThatFollowOneAnother()
    {
        var first = Advisor.Explain(Disturbed(HandmadeRun.SerialQuery.Data())).First;

        Assert.Equal((Cause.SerialFanOut, Confidence.Certain), (first?.Cause, first?.Confidence));
    }

    [Fact]
    public void Explain_AllRequestsAnswered_HasNoNotes() => Assert.Empty(HandmadeRun.Healthy.Explain().Notes);

    [Fact]
    public void Explain_RequestsWithoutAnAnswer_SaysWhatTheyAreMissingFrom()
    {
        var data = HandmadeRun.Healthy.Data();
        var failed = new[] { "failed1", "failed2" }.Select(id => new RequestRecord(id, 0, "timeout", 0)
        {
            Scheduled = 0, Due = 0, Sent = 0, Answered = 1, Done = 1,
        });
        var samples = data.Samples with { Requests = [.. data.Samples.Requests, .. failed] };

        // The run by hand has 180 requests with an answer.
        Assert.Equal(
            ["2 of 182 kept requests have no complete answer: shares and predictions cover only the others."],
            Advisor.Explain(data with { Samples = samples }).Notes);
    }

    private static RunData Disturbed(RunData data)
    {
        var manifest = data.Record.Manifest;
        var machine = manifest.Machine with { DuringRun = new MachineLoad(0.2, 0.3, 0.4) };
        return data with { Record = data.Record with { Manifest = manifest with { Machine = machine } } };
    }
}
