using System.Globalization;
using System.Xml.Linq;
using DroneDelivery.LoadTests.Insight.Runs;
using DroneDelivery.LoadTests.Insight.Studies;

namespace DroneDelivery.LoadTests.Insight.Reports.Sections;

/// <summary>When and where something was measured that is no run of a test, and the command that repeats it.</summary>
internal static class RepeatSection
{
    public static XElement Build(DateTimeOffset startedAt, string command, MachineInfo machine) => Html.Section(
        "setup",
        "How to repeat it",
        Html.Paragraph(startedAt.ToString("yyyy-MM-dd HH:mm:ss zzz", CultureInfo.InvariantCulture)),
        Html.Element("p", Html.Code(command)),
        Html.Paragraph($"{machine.Os}, {machine.Cores} cores, {machine.Runtime}"));
}
