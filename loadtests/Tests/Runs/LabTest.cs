namespace DroneDelivery.LoadTests.Tests.Runs;

/// <summary>A test of a lab, with a folder that is deleted at its end.</summary>
public abstract class LabTest : IDisposable
{
    private protected LabRun Lab { get; } = new();

    public void Dispose()
    {
        Lab.Dispose();
        GC.SuppressFinalize(this);
    }
}
