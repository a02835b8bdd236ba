using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.Insight.Tests.Samples;

/// <summary>What tests of any lab's study need.</summary>
internal static class SampleStudies
{
    public static StudyEnvelope Envelope { get; } = new(
        "sample", "a sample", new DateTimeOffset(2026, 1, 2, 3, 4, 5, TimeSpan.Zero), "lab sample", "abc",
        new MachineInfo("Linux", "X64", 2, 4, ".NET"));
}
