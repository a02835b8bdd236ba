using DroneDelivery.LoadTests.Engine.Arrivals;
using DroneDelivery.LoadTests.Scenarios.Arrivals;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Reads recorded arrivals: by name one of those that ship with the scenarios, or a file.</summary>
internal static class RecordedFile
{
    public static string Names { get; } = string.Join(", ", Recording.All.Select(recording => recording.Name));

    /// <exception cref="FormatException">It is no known name and no readable file; the message is one line.</exception>
    public static RecordedArrivals Read(string nameOrPath)
    {
        if (Recording.All.FirstOrDefault(known => known.Name == nameOrPath) is { } recording)
        {
            return recording.Load();
        }

        try
        {
            using var csv = File.OpenText(nameOrPath);
            return ArrivalRecording.Read(csv);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or FormatException)
        {
            throw new FormatException(
                $"--replay takes a file with recorded arrivals, or one of {Names}: {exception.Message}", exception);
        }
    }
}
