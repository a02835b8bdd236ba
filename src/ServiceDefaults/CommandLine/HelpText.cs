using System.Text;

namespace DroneDelivery.ServiceDefaults.CommandLine;

/// <summary>The text of <c>--help</c>.</summary>
internal static class HelpText
{
    public static string Write(string title, IReadOnlyList<ServiceFlag> flags, IReadOnlyList<ServiceCommand> commands)
    {
        var width = flags.Max(flag => flag.Name.Length) + 2;
        var text = new StringBuilder()
            .AppendLine(title)
            .AppendLine()
            .AppendLine("Flags:");
        foreach (var flag in flags)
        {
            text.AppendLine($"  {flag.Name.PadRight(width)}{flag.Text} Default: {flag.Default}");
        }

        text.AppendLine($"  {"--help".PadRight(width)}Prints this and exits.").AppendLine();
        AppendCommands(text, commands, width);
        return text
            .AppendLine("Any other setting: --Section:Key=value, an environment variable Section__Key, or appsettings.json.")
            .Append("Telemetry is sent by OTLP (http/protobuf) when OTEL_EXPORTER_OTLP_ENDPOINT is set; ")
            .AppendLine("metrics are at /metrics, on the admin port if the service has one.")
            .ToString();
    }

    private static void AppendCommands(StringBuilder text, IReadOnlyList<ServiceCommand> commands, int width)
    {
        if (commands.Count == 0)
        {
            return;
        }

        text.AppendLine("Commands, to be given before all flags:");
        foreach (var command in commands)
        {
            text.AppendLine($"  {command.Name.PadRight(width)}{command.Text}");
        }

        text.AppendLine();
    }
}
