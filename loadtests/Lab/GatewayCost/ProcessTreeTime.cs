using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.LoadTests.Lab.GatewayCost;

/// <summary>The processor time of a process and of those that it started.</summary>
internal static class ProcessTreeTime
{
    /// <summary>Without children where the operating system does not list them as Linux does.</summary>
    public static TimeSpan Of(int processId) => ChildrenOf(processId)
        .Select(Of)
        .Aggregate(ProcessReading.Find(processId)?.Cpu ?? TimeSpan.Zero, (sum, child) => sum + child);

    private static int[] ChildrenOf(int processId)
    {
        try
        {
            return [.. File.ReadAllText($"/proc/{processId}/task/{processId}/children")
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)
                .Select(int.Parse)];
        }
        catch (IOException)
        {
            return [];
        }
    }
}
