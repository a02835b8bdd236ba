namespace DroneDelivery.DroneDatabase;

/// <summary>Output to a terminal that may be closed. It takes no text then; files and the exit code are still correct.</summary>
public static class ClosedTerminal
{
    public static void Ignore(Action print)
    {
        try
        {
            print();
        }
        catch (IOException)
        {
            // There is nobody who could read it.
        }
    }

    /// <inheritdoc cref="Ignore"/>
    public static async Task IgnoreAsync(Func<Task> print)
    {
        try
        {
            await print();
        }
        catch (IOException)
        {
            // There is nobody who could read it.
        }
    }
}
