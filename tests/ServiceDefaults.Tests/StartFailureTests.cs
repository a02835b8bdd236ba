using Microsoft.Extensions.Options;

namespace DroneDelivery.ServiceDefaults.Tests;

public sealed class StartFailureTests
{
    // What the host throws when options of two types are invalid.
    [Fact]
    public void Describe_OptionsOfTwoTypesInvalid_HasALineForEachFailure()
    {
        var failure = new AggregateException(Invalid("--a is wrong.", "--b is wrong."), Invalid("--c is wrong."));

        Assert.Equal(
            string.Join(Environment.NewLine, "--a is wrong.", "--b is wrong.", "--c is wrong."),
            StartFailure.Describe(failure, flags: [], listening: null));
    }

    [Fact]
    public void Describe_OneFailureIsABug_IsNotDescribed() => Assert.Null(StartFailure.Describe(
        new AggregateException(Invalid("--a is wrong."), new InvalidOperationException()), flags: [], listening: null));

    private static OptionsValidationException Invalid(params string[] failures) => new("", typeof(object), failures);
}
