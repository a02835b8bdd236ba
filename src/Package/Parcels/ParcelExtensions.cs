using DroneDelivery.SampleData;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Package.Parcels;

internal static class ParcelExtensions
{
    public static WebApplicationBuilder AddParcels(this WebApplicationBuilder builder)
    {
        builder.Services.AddOptionsWithValidateOnStart<ParcelOptions, ParcelOptionsValidator>()
            .BindConfiguration(ParcelOptions.Section);
        builder.Services.AddSingleton(NewWorld);
        builder.Services.AddSingleton<ParcelStore>();
        builder.Services.AddValidation();
        return builder;
    }

    private static World NewWorld(IServiceProvider services)
    {
        var options = services.GetRequiredService<IOptions<ParcelOptions>>().Value;
        return new World(options.Seed, options.Owners, options.Months);
    }
}
