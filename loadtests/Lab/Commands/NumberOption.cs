using System.CommandLine;

namespace DroneDelivery.LoadTests.Lab.Commands;

/// <summary>Options that take a number within bounds.</summary>
internal static class NumberOption
{
    public static Option<double> Of(string name, string description, double usual, double least, double most)
    {
        var option = new Option<double>(name) { Description = description, DefaultValueFactory = _ => usual };
        option.Validators.Add(LiveOption.Range(name, least, most));
        return option;
    }
}
